"""Linkages that everybody asks for; dimensions are arguments whose defaults are assumed unless a source is named."""
