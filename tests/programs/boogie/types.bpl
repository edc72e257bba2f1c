// Declared types, unique constants, synonyms.
type color;
type index = int;
type table = [color]index;
const unique red, green: color;
const unique blue: color;
const limit: index;
axiom limit == 4 * 2 - 1;
procedure main(c: color)
{
  var t: table;
  assert red != green && green != blue && red != blue;
  t[red] := 1;
  t[green] := 2;
  t[blue] := 3;
  assert t[red] + t[green] + t[blue] == 6;
  assert limit == 7;
  if (c == blue) { assert t[c] != 3; }
  assert c == red || c == green || c == blue;
}
//~ run => finished
//~ run c=blue => assert@18
//~ run c=7 => assert@19
