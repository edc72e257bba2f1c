// Maps: cells, whole maps, updates, equality, several keys, maps of maps.
var heap: [int]int;
var grid: [int, bool]int;
var rows: [int][int]int;
procedure change(m: [int]int, k: int) returns (r: [int]int, old_value: int)
  ensures r == m[k := 9];
{
  r := m;
  old_value := r[k];
  r[k] := 9;
}
procedure main()
  modifies heap, grid, rows;
{
  var a, b: [int]int;
  var v: int;
  a[1] := 4;
  b := a;
  b[1] := 5;
  assert a[1] == 4 && a != b;
  assert a == b[1 := 4];
  assert b[1 := 4][1] == 4 && b[2 := 7][1] == 5;
  call b, v := change(a, 1);
  assert v == 4 && b[1] == 9 && a[1] == 4;
  heap := a[2 := 3][3 := 4];
  assert heap[1] + heap[2] + heap[3] == 11;
  grid[2, true] := 1;
  grid[2, false] := 2;
  assert grid[2, true] < grid[2, false];
  rows[1] := a;
  rows[2][1] := 8;
  assert rows[1][1] == 4 && rows[2][1] == 8;
  rows[1] := rows[2];
  assert rows[1][1] == 8;
  if (a == heap) { assert false; }
  assert heap[31] == 0;
}
//~ run => finished
//~ run nondet#1[31]=1 => assert@36
