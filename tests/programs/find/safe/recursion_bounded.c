// find: safe function=gcd
// input: a=48; b=36
// input: a=0; b=0
/*@ requires 0 <= a && a <= 50 && 0 <= b && b <= 50;
    ensures \result >= 0; */
int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}
