// options:
#include <string.h>
struct record {
  char name[8];
  int length;
};
int main(void) {
  struct record r;
  const char *text = "explanation";
  r.length = 0;
  if (strlen(text) > 20)
    text = "long";
  strcpy(r.name, text);
  r.length = 1;
  return r.length;
}
