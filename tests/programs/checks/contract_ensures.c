//@ ensures \result >= 0;
static int magnitude(int x)
{
    if (x > -10)
        return x < 0 ? -x : x;
    return x; //~ contract@5
}

int main(void)
{
    return magnitude(-3) + magnitude(-30);
}
