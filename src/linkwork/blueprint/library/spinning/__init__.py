"""Gears, shafts, wheels and bodies that spin."""
