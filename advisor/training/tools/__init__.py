"""What can be run on a simulated host: one module for each family of commands, each output in its tool's own format."""
