type T;
const c: T;
procedure main(m: [int]bool, v: bv8)
{
  var x: int;
  var u: U;
  x := true;
  assert x;
  assert x == c;
  assert m[true];
  assert m[1, 2];
  assert x[0];
  x := m[0] + 1;
  assert v[9:0] == v;
  assert 256bv8 == v;
  assert !x;
  assert v ++ 1 == v;
}
//~ error@6:10: the type `U` is not declared
//~ error@7:8: expected int, found bool
//~ error@8:10: expected bool, found int
//~ error@9:10: `==` compares int with T
//~ error@10:12: expected int, found bool
//~ error@11:10: the map has 1 key, not 2
//~ error@12:10: expected a map, found int
//~ error@13:8: expected int, found bool
//~ error@14:10: bv8 has no bits [9:0]
//~ error@15:10: 256 does not fit into 8 bits
//~ error@16:11: expected bool, found int
//~ error@17:15: expected a bit vector, found int
