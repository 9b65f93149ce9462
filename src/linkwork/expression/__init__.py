"""Run a law on symbols → expression graph: fold, share, count, differentiate, schedule."""
