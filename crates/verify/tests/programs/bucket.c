// options: --function bucket --input key=-3
#include <assert.h>
static int size = 8;
static int table[8];
int bucket(int key) {
  int hash = key * 31;
  int index = hash % size;
  if (index > 7)
    index = 0;
  table[index] = key;
  return index;
}
