int main(void)
{
    int a[3];
    int *p = 0;
    return (int)(sizeof a[100] + sizeof *p) - 8;
} //~ none
