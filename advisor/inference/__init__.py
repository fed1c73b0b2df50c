"""Runs the rules and keeps how each conclusion came about. The only package that imports ``clips``."""
