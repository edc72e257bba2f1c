// options: --function place --input level=6 --checks all
unsigned place(int level) {
  int step = 4;
  int by = 8;
  if (level > 5)
    step = 12;
  by = by + 2 * step;
  return 1u << by;
}
