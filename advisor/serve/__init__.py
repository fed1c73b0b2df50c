"""The terminal UI in a browser: a small server on loopback that only the holder of its address can use."""
