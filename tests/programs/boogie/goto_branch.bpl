// A choice between opposite assumptions is a branch: it asks for no input.
procedure main(x: int, y: int)
{
  var r: int;
 entry:
  goto positive, rest;
 positive:
  assume {:partition} x > 0;
  r := 1;
  goto exit;
 rest:
  assume {:partition} x <= 0;
  goto same, different;
 same: assume y == x;
  r := 2;
  goto exit;
 different: assume !(y == x);
  r := 3;
 exit:
  assert r != 1;
  assert r != 2;
  assert r != 3;
}
//~ run x=1 => assert@20
//~ run => assert@21
//~ run y=1 => assert@22
