// expect: same
int half(int total, int people)
{
    int each = total / people;
    return each;
}
