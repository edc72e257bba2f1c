procedure a(x: int) { }
//~ options --requires x + true > 0
//~ error@1:5: expected int, found bool
