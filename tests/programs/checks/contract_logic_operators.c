int main(void)
{
    int x = 3, y = 4;
    //@ assert x == 3 <==> y == 4;
    //@ assert x == 5 ==> y == 7;
    //@ assert !(x > y) && (x != y || \false) && \true;
    //@ assert x + 2147483647 > x;
    return 0;
} //~ none
