// Without bounds, the window of the map is gone through.
type T;
const unique a, b: T;
function age(t: T): int;
procedure main(m: [int]int)
{
  assume (forall i: int :: m[i + 1] >= m[i]); //~ warning@7: the quantifier over `i` is followed from 0 up to 30 only
  assume (forall t: T :: age(t) > 0);
  assert age(b) > 0;
  assert m[31] == 0;
}
//~ run => assumption@8
//~ run age=[1,1,1,1,1,1,1,1] => finished
//~ run age=[1,1,1,1,1,1,1,1]; m[31]=1 => assert@10
//~ run age=[1,1,1,1,1,1,1,1]; m[30]=1 => assumption@7
