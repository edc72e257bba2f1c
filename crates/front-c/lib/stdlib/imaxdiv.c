typedef struct {
    long long quot;
    long long rem;
} imaxdiv_t;

imaxdiv_t imaxdiv(long long a, long long b)
{
    imaxdiv_t result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}
