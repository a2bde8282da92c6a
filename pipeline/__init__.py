"""Muster: reads a permit packet, and says item by item what the law asks for and what the packet answers."""
