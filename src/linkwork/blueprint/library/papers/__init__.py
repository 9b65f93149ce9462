"""Machines of the papers and theses: Koul et al., Khan, Sathuluri, Amirouche."""
