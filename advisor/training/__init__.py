"""Practice on simulated hosts: models of the mechanisms, a prompt, and a tutor that knows the expert's reasoning."""
