// expect: differs: returns 1 instead of 0
int special(unsigned n)
{
    return n == 3735928559u;
}
