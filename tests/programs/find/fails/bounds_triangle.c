// find: fails kind=bounds line=21
// input: nondet#1=3
extern int __VERIFIER_nondet_int(void);

/* The lower half of a symmetric matrix, row after row: 10 cells for order 4. */
static int cells[10];

static int cell_index(int row, int column)
{
    return row * (row + 1) / 2 + column;
}

int main(void)
{
    int last = __VERIFIER_nondet_int();
    if (last < 0 || last > 3)
        return 1;
    for (int row = 0; row <= last; row++)
        for (int column = 0; column <= row + 1; column++)
            if (column <= row || row == 3)
                cells[cell_index(row, column)] = row;
    return cells[0];
}
