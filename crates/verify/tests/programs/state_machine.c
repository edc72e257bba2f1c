// options: --function run --input s="aab"
#include <assert.h>
enum state { START, SEEN, ENDED };
int run(const char *s) {
  enum state state = START;
  for (; *s; s++) {
    switch (state) {
    case START:
      if (*s == 'a')
        state = SEEN;
      break;
    case SEEN:
      if (*s == 'b')
        state = ENDED;
      break;
    case ENDED:
      return 1;
    }
  }
  assert(state != ENDED);
  return 0;
}
