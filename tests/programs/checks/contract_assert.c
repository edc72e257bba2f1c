int main(void)
{
    int x = 4;
    //@ assert x == 4;
    x *= 2;
    /*@ assert 0 <= x < 8; */ //~ contract@9
    return 0;
}
