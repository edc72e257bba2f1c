#define RATIO(a, b) ((a) * 100 / (b))

int main(void)
{
    int n = 0;
    return RATIO(5, n); //~ div@12: division by zero: 500 / 0
}
