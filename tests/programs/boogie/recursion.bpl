// Recursive calls.
procedure fib(n: int) returns (r: int)
  requires n >= 0;
{
  var a, b: int;
  if (n <= 1) {
    r := n;
  } else {
    call a := fib(n - 1);
    call b := fib(n - 2);
    r := a + b;
  }
}
procedure main(n: int)
{
  var r: int;
  call r := fib(n);
  assert r != 55;
}
//~ options --function main
//~ run n=9 => finished
//~ run n=10 => assert@18
//~ run n=-1 => contract@17
