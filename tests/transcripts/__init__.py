"""Whole consultations, word for word."""
