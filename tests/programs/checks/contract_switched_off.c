// whydunit: --checks -contract
int main(void)
{
    int x = 4;
    //@ assert x == 5;
    return 0;
} //~ none
