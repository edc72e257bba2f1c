// Contracts of procedures with a body are checked, at the caller's and at the callee's expense.
var total: int;
procedure add(n: int) returns (r: int)
  requires n >= 0;
  modifies total;
  ensures total == old(total) + n;
  ensures r > n;
{
  total := total + n;
  r := n;
  if (n != 5) { r := r + 1; }
}
procedure main(n: int)
  requires total == 0;
  modifies total;
{
  var r: int;
  call r := add(3);
  assert r == 4 && total == 3;
  call r := add(n);
  assert total == n + 3;
}
//~ run => finished
//~ run n=-1 => contract@20
//~ run n=5 => contract@7
//~ run total=1 => precondition@14
