procedure a() { }
procedure c();
//~ options --function c
//~ error@nowhere: the procedure `c` has no body to start with
