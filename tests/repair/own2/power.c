/* base to the power of exponent modulo modulus, by squaring. */

static int product(int a, int b, int modulus)
{
    return (int)((long long)a * b % modulus);
}

/*@ requires exponent >= 0 && modulus > 0; */
int power(int base, int exponent, int modulus)
{
    int result = 0;
    int square = base % modulus;
    if (square < 0)
        square += modulus;
    while (exponent > 0) {
        if (exponent % 2 == 1)
            result = product(result, square, modulus);
        square = product(square, square, modulus);
        exponent = exponent / 2;
    }
    return result % modulus;
}
