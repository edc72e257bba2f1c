/*@ ensures \result >= 0; */ //~ contract@13: \result >= 0 does not hold
static int magnitude(int x)
{
    if (x > -10)
        return x < 0 ? -x : x;
    return x;
}

int main(void)
{
    return magnitude(-3) + magnitude(-30);
}
