/* A row of a picture is stored as runs: how many, then which colour.

   The fault: the check asks for one free place, and a run takes two. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define ROW 8
#define STORE 7

static unsigned char row[ROW];
static unsigned char store[STORE];

static int run_at(int from)
{
    int to = from + 1;

    while (to < ROW && row[to] == row[from])
        to++;
    return to - from;
}

/* Returns the number of places used, or -1 when the row does not fit. */
static int pack(void)
{
    int used = 0;
    int at = 0;

    while (at < ROW) {
        int length = run_at(at);

        if (used >= STORE) /* FAULT: used >= STORE, should be used >= STORE - 1 */
            return -1;
        store[used] = (unsigned char)length;
        used++;
        store[used] = row[at];
        used++;
        at += length;
    }
    return used;
}

/* The length of the row that is stored. */
static int unpacked(int used)
{
    int length = 0;
    int i;

    for (i = 0; i < used; i += 2)
        length += store[i];
    return length;
}

int main(void)
{
    int used;
    int i;

    for (i = 0; i < ROW; i++)
        row[i] = __VERIFIER_nondet_uchar();
    used = pack();
    if (used < 0)
        return 1;
    return unpacked(used) != ROW;
}
