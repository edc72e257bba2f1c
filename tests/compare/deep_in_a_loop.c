// options: --unwind 3
// expect: differs: returns 1 instead of 0
int reaches(int n)
{
    int reached = 0;
    for (int i = 0; i <= n; i++)
        if (i == 40)
            reached = 1;
    return reached;
}
