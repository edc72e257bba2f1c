int half(int total, int people)
{
    return total / people;
}
