"""Other people's descriptions, in and out."""
