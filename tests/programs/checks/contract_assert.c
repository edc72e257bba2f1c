int main(void)
{
    int x = 4;
    //@ assert x == 4;
    x *= 2;
    /*@ assert 0 <= x < 8; */ //~ contract@16: 0 <= x < 8 does not hold
    return 0;
}
