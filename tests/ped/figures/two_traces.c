/* Fails on both ways through the branch (Balakrishnan and Ganai, section 4.4): only the first assignment mends both. */
extern void reach_error(void);

int choose(int c)
{
    int x;
    x = 0;
    if (c) {
        x = x + 2;
    } else {
        x = x + 3;
    }
    if (x > 1) {
        reach_error();
    }
    return x;
}
