int main(void)
{
    int *p = 0;
    {
        p = (int[]){ 1, 2 };
        p[1]++;
    }
    return p[0]; //~ lifetime@12: read of 4 bytes of a compound literal after its lifetime ended
}
