procedure a() { }
procedure b() { }
procedure c();
//~ error@nowhere: there is no procedure `main`; say with `--function` where to start
