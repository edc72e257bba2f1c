typedef struct {
    int quot;
    int rem;
} div_t;

div_t div(int a, int b)
{
    div_t result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}
