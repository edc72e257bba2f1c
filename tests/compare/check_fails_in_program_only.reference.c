int share(unsigned total, unsigned people)
{
    return people == 0 ? 0 : total / people;
}
