struct guard { int held; };

static void release(struct guard *g)
{
    g->held = 0;
}

int main(void)
{
    struct guard __attribute__((cleanup(release))) g = { 1 }; //~ error@5: not supported: the attribute `cleanup`
    return g.held - 1;
}
