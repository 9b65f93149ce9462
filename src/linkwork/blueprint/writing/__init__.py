"""Writing: the methods of `Mechanism` by what they write down, and how names and variables are looked up."""
