int __whydunit_add_overflow_i8(signed char a, signed char b, signed char *result)
{
    long long exact = (long long)a + (long long)b;
    *result = (signed char)exact;
    return *result != exact;
}

int __whydunit_add_overflow_i16(short a, short b, short *result)
{
    long long exact = (long long)a + (long long)b;
    *result = (short)exact;
    return *result != exact;
}

int __whydunit_add_overflow_i32(int a, int b, int *result)
{
    long long exact = (long long)a + (long long)b;
    *result = (int)exact;
    return *result != exact;
}

int __whydunit_add_overflow_u8(unsigned char a, unsigned char b, unsigned char *result)
{
    long long exact = (long long)a + (long long)b;
    *result = (unsigned char)exact;
    return *result != exact;
}

int __whydunit_add_overflow_u16(unsigned short a, unsigned short b, unsigned short *result)
{
    long long exact = (long long)a + (long long)b;
    *result = (unsigned short)exact;
    return *result != exact;
}

int __whydunit_add_overflow_u32(unsigned a, unsigned b, unsigned *result)
{
    long long exact = (long long)a + (long long)b;
    *result = (unsigned)exact;
    return *result != exact;
}

int __whydunit_add_overflow_i64(long long a, long long b, long long *result)
{
    *result = (long long)((unsigned long long)a + (unsigned long long)b);
    return ((a ^ *result) & (b ^ *result)) < 0;
}

int __whydunit_add_overflow_u64(unsigned long long a, unsigned long long b,
                               unsigned long long *result)
{
    *result = a + b;
    return *result < a;
}
