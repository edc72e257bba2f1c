// find: fails kind=bounds line=18
// input: nondet#1=3; nondet#2=1
// passing input: nondet#1=1; nondet#2=3
extern unsigned __VERIFIER_nondet_uint(void);

enum { ROWS = 2, COLUMNS = 5 };

static int grid[ROWS][COLUMNS];

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();

    if (x >= COLUMNS || y >= ROWS + 2)
        return 1;
    if (y < ROWS)
        grid[x][y] = 1;
    return grid[0][0];
}
