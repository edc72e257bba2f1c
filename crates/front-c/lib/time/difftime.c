double difftime(long end, long start)
{
    return (double)end - (double)start;
}
