"""Incident reports: a diagnosis with the lines that it cites, plots of what was measured, and what was said and done."""
