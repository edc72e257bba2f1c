// A memory as tools model it: procedures without body whose postconditions say what they do.
var #valid : [int]int;
var #memory_int : [int,int]int;
var ~g~0 : int;
procedure write~int(#value : int, #ptr.base : int, #ptr.offset : int) returns ();
  modifies #memory_int;
  ensures #memory_int == old(#memory_int)[#ptr.base, #ptr.offset := #value];
procedure read~int(#ptr.base : int, #ptr.offset : int) returns (#value : int);
  ensures #value == #memory_int[#ptr.base, #ptr.offset];
procedure #alloc(~size : int) returns (#res.base : int, #res.offset : int);
  modifies #valid;
  ensures old(#valid)[#res.base] == 0;
  ensures #valid == old(#valid)[#res.base := 1];
  ensures #res.offset == 0 && #res.base != 0;
procedure swap(a: int) returns (r: int);
  modifies ~g~0;
  ensures r == old(~g~0) && ~g~0 == a;
  ensures r == 3 ==> ~g~0 != 9;
procedure ULTIMATE.start() returns ()
  modifies #valid, #memory_int, ~g~0;
{
  var main_~p~0.base, main_~p~0.offset : int;
  var #t~mem0 : int;
  call main_~p~0.base, main_~p~0.offset := #alloc(4);
  call write~int(7, main_~p~0.base, main_~p~0.offset);
  call write~int(8, main_~p~0.base, main_~p~0.offset + 1);
  call #t~mem0 := read~int(main_~p~0.base, main_~p~0.offset);
  assert #t~mem0 == 7;
  ~g~0 := 3;
  call #t~mem0 := swap(#t~mem0);
  assert #t~mem0 == 3 && ~g~0 == 7;
  call #t~mem0 := swap(3);
  call #t~mem0 := swap(9);
}
//~ run #alloc#1=1 => assumption@33
//~ run => assumption@24
