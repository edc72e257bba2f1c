// Bit vectors and the functions of SMT-LIB.
type i32 = bv32;
function {:bvbuiltin "bvadd"} add(x: i32, y: i32) returns (i32);
function {:bvbuiltin "bvsub"} sub(x: i32, y: i32): i32;
function {:bvbuiltin "bvult"} ult(x: i32, y: i32): bool;
function {:bvbuiltin "bvslt"} slt(x: i32, y: i32): bool;
function {:bvbuiltin "bvmul"} mul5(x: bv5, y: bv5): bv5;
function {:bvbuiltin "zero_extend 24"} widen(x: bv8): bv32;
function {:bvbuiltin "(_ sign_extend 24)"} extend(x: bv8): bv32;
procedure main(x: bv32, s: bv5)
{
  var t: [bv8]bv5;
  assert add(4294967295bv32, 2bv32) == 1bv32;
  assert ult(1bv32, sub(0bv32, 1bv32)) && slt(sub(0bv32, 1bv32), 1bv32);
  assert mul5(7bv5, 5bv5) == 3bv5;
  assert widen(200bv8) == 200bv32 && extend(200bv8) == 4294967240bv32;
  assert 171bv8[8:4] == 10bv4 && 171bv8[4:0] == 11bv4 && 10bv4 ++ 11bv4 == 171bv8;
  assert x[16:0] ++ x[32:16] != 65536bv32;
  t[255bv8] := s;
  assert t[255bv8] == s;
  assert s != 31bv5;
}
//~ run => finished
//~ run x=1 => assert@18
//~ run s=31 => assert@21
//~ run s=32 => assumption@10
