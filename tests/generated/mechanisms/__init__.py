"""One module a mechanism; each lists what it declares in MECHANISMS."""
