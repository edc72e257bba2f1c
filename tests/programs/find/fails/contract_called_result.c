// find: fails kind=contract line=8 function=clamp_all
// input: p={.x=500, .y=3}
// passing input: p={.x=5, .y=3}
struct point {
    int x, y;
};

//@ ensures -100 <= \result && \result <= 100;
static int clamp(int value)
{
    if (value < -100)
        return -100;
    if (value > 1000)
        return 100;
    return value;
}

//@ requires \valid(p);
void clamp_all(struct point *p)
{
    p->x = clamp(p->x);
    p->y = clamp(p->y);
}
