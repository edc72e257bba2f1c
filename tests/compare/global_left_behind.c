// expect: differs: leaves 0 in `count` instead of 1
int count;

void note(int is_new)
{
    if (is_new > 0)
        count++;
}
