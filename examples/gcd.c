/* A fraction in its lowest terms. Try: whydunit explain examples/gcd.c --function denominator */
static unsigned gcd(unsigned a, unsigned b)
{
    if (a % b == 1)
        return 1;
    return gcd(b, a % b);
}

//@ requires below > 0;
unsigned denominator(unsigned above, unsigned below)
{
    return below / gcd(above, below);
}
