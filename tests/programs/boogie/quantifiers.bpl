// Bounds of quantifiers in the usual forms.
const n: int;
axiom n == 4;
procedure main(m: [int]int, k: int)
{
  var b: bool;
  assert (forall i: int :: 0 <= i && i < n ==> m[i] >= 0);
  assert (forall i, j: int :: 0 <= i && i < j && j < n ==> m[i] <= m[j]);
  assert (exists i: int :: 0 <= i && i < n && m[i] == 3);
  assert (forall i: int :: i < 0 || i >= n || m[i] < 9);
  assert (forall p: bool :: p || !p);
  assert (forall x: bv4 :: x == x);
  assert (forall i: int :: i == k ==> m[i] == m[k]);
  assert (forall i: int :: 0 <= i ==> i < n ==> (exists j: int :: j > i && j <= i + 1));
  b := (forall i: int :: 0 <= i && i < 3 ==> m[i] < m[i + 1]);
  assert b;
  if ((exists i: int :: 0 <= i && i < k && m[i] == 2)) { assert false; }
  assert (forall i: int :: n == 4) && (exists i: int, c: bool :: c);
  while ((forall i: int :: 0 <= i && i <= k - 1 ==> m[i] == i)) { return; }
  assert false;
}
//~ run m=[0,1,2,3] => finished
//~ run m=[-1,1,2,3] => assert@7
//~ run m=[0,2,1,3] => assert@8
//~ run m=[0,1,2,2] => assert@9
//~ run m=[0,1,2,9]; k=3 => assert@9
//~ run m=[0,1,3,9] => assert@10
//~ run m=[0,1,1,3] => assert@16
//~ run m=[0,1,2,3]; k=3 => assert@17
//~ run m=[0,1,2,3]; k=2 => finished
//~ run m=[1,2,3,4]; k=1 => assert@20
