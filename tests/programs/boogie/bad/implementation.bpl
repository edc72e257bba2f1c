procedure p(x: int);
implementation p(x: bool) { }
implementation q() { }
procedure main() { var a: int, a: bool; a := a; }
//~ error@2:16: parameters or results differ from those of the procedure `p`
//~ error@3:16: the procedure `q` is not declared
//~ error@4:32: `a` is declared twice
