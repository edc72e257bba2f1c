/* Arithmetic of a contract does not overflow. */
int main(void)
{
    int x = 2147483647;
    //@ assert x + 1 > x;
    //@ assert x * x > 0;
    return 0;
} //~ none
