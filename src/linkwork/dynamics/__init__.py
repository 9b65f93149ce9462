"""The laws of motion, one a file, each written once over any kind of number."""
