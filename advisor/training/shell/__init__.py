"""The prompt of a simulated host: lines are taken apart and run on models, never on the real machine."""
