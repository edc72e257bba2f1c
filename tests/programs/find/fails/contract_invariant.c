// find: fails kind=contract line=8 function=countdown
// input: from=5; step=2
// passing input: from=6; step=2
//@ requires 0 <= from && from <= 20 && 1 <= step && step <= 4;
int countdown(int from, int step)
{
    int rounds = 0;
    //@ loop invariant from >= 0 && rounds >= 0;
    while (from != 0 && rounds < 20) {
        from -= step;
        rounds++;
    }
    return rounds;
}
