int isprint(int c)
{
    return c >= ' ' && c < 127 ? 16384 : 0;
}
