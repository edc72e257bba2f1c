unsigned long long __whydunit_random_drand48(void);
int __whydunit_random_lrand48(void);
int __whydunit_random_mrand48(void);

void srand48(long seed)
{
    __whydunit_seed(1, seed);
}

/* The input is the number of 48 bits that is divided. */
double drand48(void)
{
    return (double)(__whydunit_random_drand48() & 0xffffffffffffULL) / 281474976710656.0;
}

long lrand48(void)
{
    int number = __whydunit_random_lrand48();
    if (number < 0)
        number &= 2147483647;
    return number;
}

long mrand48(void)
{
    return __whydunit_random_mrand48();
}
