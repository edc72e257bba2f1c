int reaches(int n)
{
    for (int i = 0; i <= n; i++)
        ;
    return 0;
}
