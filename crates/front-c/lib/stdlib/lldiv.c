typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

lldiv_t lldiv(long long a, long long b)
{
    lldiv_t result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}
