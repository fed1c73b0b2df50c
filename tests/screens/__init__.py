"""The main states of the terminal interface: how they look, as text that is compared and as pictures for the documentation."""
