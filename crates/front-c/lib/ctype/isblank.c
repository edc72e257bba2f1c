int isblank(int c)
{
    return c == ' ' || c == '\t' ? 1 : 0;
}
