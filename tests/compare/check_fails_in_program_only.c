// expect: differs: fails: division by zero: 0 / 0 (PROGRAM:4:12)
int share(unsigned total, unsigned people)
{
    return total / people;
}
