// options: --function next --input step=3 --input limit=10
static int counter = 9;
//@ requires step > 0;
//@ ensures counter == \old(counter) + \old(step) || counter == limit;
int next(int step, int limit) {
  int before = counter;
  counter = counter + step;
  step = 0;
  if (counter > limit + 1)
    counter = before;
  return counter;
}
