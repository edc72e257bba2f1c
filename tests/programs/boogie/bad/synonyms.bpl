type A = B;
type B = [int]A;
type C x = [x]x;
var v: C;
procedure main() { }
//~ error@1:10: the type `B` stands for itself
//~ error@2:15: the type `A` stands for itself
//~ error@4:8: the type `C` takes 1 argument, not 0
