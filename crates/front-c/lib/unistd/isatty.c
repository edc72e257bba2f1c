int isatty(int descriptor)
{
    (void)descriptor;
    return 0;
}
