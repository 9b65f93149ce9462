"""Parallel robots that users ask for, besides those of the sources; dimensions assumed unless a source is named."""
