"""The review in a browser: a queue of packets, each report beside its pages, decisions, letters, and a trail of it all."""
