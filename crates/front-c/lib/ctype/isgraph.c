int isgraph(int c)
{
    return c > ' ' && c < 127 ? 32768 : 0;
}
