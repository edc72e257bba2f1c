int special(unsigned n)
{
    return 0;
}
