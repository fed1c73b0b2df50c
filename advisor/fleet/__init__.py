"""Many bundles at once: each diagnosed as `advisor diagnose` would, kept as they come, and summed up across the hosts."""
