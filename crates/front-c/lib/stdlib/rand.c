int __whydunit_random_rand(void);
int __whydunit_random_random(void);

/* Each number is an input of its own, of 31 bits. A run for which none are given takes those of the seed. */
static int within(int number)
{
    if (number < 0)
        number &= 2147483647;
    return number;
}

int rand(void)
{
    return within(__whydunit_random_rand());
}

long random(void)
{
    return within(__whydunit_random_random());
}

void srandom(unsigned seed)
{
    __whydunit_seed(0, seed);
}

void srand(unsigned seed)
{
    __whydunit_seed(0, seed);
}
