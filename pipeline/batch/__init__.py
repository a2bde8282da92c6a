"""Many packets in one run: each in a process of its own, none twice, and one table over all of them."""
