// options: --function swap --input v=513
#include <assert.h>
union word {
  unsigned whole;
  unsigned char bytes[4];
};
unsigned swap(unsigned v) {
  union word w;
  w.whole = v;
  unsigned char t = w.bytes[0];
  w.bytes[0] = w.bytes[1];
  w.bytes[2] = t;
  assert(w.bytes[1] == 1);
  return w.whole;
}
