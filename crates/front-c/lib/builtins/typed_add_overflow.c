int __whydunit_add_overflow_i32(int, int, int *);
int __whydunit_add_overflow_i64(long long, long long, long long *);
int __whydunit_add_overflow_u32(unsigned, unsigned, unsigned *);
int __whydunit_add_overflow_u64(unsigned long long, unsigned long long, unsigned long long *);

int __builtin_sadd_overflow(int a, int b, int *result)
{
    return __whydunit_add_overflow_i32(a, b, result);
}

int __builtin_saddl_overflow(long a, long b, long *result)
{
    long long wide;
    int overflow = __whydunit_add_overflow_i64(a, b, &wide);
    *result = (long)wide;
    return overflow || *result != wide;
}

int __builtin_saddll_overflow(long long a, long long b, long long *result)
{
    return __whydunit_add_overflow_i64(a, b, result);
}

int __builtin_uadd_overflow(unsigned a, unsigned b, unsigned *result)
{
    return __whydunit_add_overflow_u32(a, b, result);
}

int __builtin_uaddl_overflow(unsigned long a, unsigned long b, unsigned long *result)
{
    unsigned long long wide;
    int overflow = __whydunit_add_overflow_u64(a, b, &wide);
    *result = (unsigned long)wide;
    return overflow || *result != wide;
}

int __builtin_uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result)
{
    return __whydunit_add_overflow_u64(a, b, result);
}
