"""What the numbers of a packet count: the vocabulary, each number in its sentence, and the facts made of them."""
