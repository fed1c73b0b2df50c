"""Shell text read as a tree: what the fixes are checked by, and what the shell of the simulated hosts runs."""
