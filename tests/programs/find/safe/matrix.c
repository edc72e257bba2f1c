// find: safe
// input: nondet#1=4; nondet#2=1
extern unsigned __VERIFIER_nondet_uint(void);

enum { ROWS = 2, COLUMNS = 5 };

static int grid[ROWS][COLUMNS];

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();

    if (x < COLUMNS && y < ROWS)
        grid[y][x] = 1;
    /* The rows lie one after the other. */
    return grid[y % ROWS][x % COLUMNS];
}
