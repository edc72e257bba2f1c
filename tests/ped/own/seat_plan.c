/* Seats of a hall: rows are sold, and the largest group that fits is asked.

   The fault: the seats of a row are counted up to the number of rows. */

extern int __VERIFIER_nondet_int(void);

#define ROWS 5
#define SEATS 3

static int taken[ROWS][SEATS];

static int sell(int row, int seat)
{
    if (row < 0 || row >= ROWS || seat < 0 || seat >= SEATS)
        return 0;
    if (taken[row][seat])
        return 0;
    taken[row][seat] = 1;
    return 1;
}

/* The longest run of free seats in a row. */
static int room(int row, int rows, int seats)
{
    int longest = 0;
    int run = 0;
    int i;

    for (i = 0; i < rows; i++) { /* FAULT: i < rows, should be i < seats */
        if (taken[row][i])
            run = 0;
        else
            run++;
        if (run > longest)
            longest = run;
    }
    return seats > longest ? longest : seats;
}

static int largest_group(int rows, int seats)
{
    int largest = 0;
    int row;

    for (row = 0; row < rows; row++) {
        int here = room(row, rows, seats);

        if (here > largest)
            largest = here;
    }
    return largest;
}

int main(void)
{
    int sold = 0;
    int i;

    for (i = 0; i < 2; i++) {
        int row = __VERIFIER_nondet_int();
        int seat = __VERIFIER_nondet_int();

        sold += sell(row, seat);
    }
    return largest_group(ROWS, SEATS) - sold;
}
