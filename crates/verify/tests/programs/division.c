// options: --function mean --input count=3 --input skip=3
struct stats {
  int total, count;
};
static void drop(struct stats *s, int how_many) {
  s->count = s->count - how_many;
}
int mean(int count, int skip) {
  struct stats s = {12, count};
  if (skip > 0)
    drop(&s, skip);
  return s.total / s.count;
}
