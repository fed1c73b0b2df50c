"""Free text to facts."""
