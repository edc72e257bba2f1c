static double average(const int *a, int n)
{
    int i, sum = 0;
    for (i = 0; i < n; i++)
        sum += a[i];
    return sum / n; //~ div@12: division by zero: 0 / 0
}

int main(void)
{
    int a[2] = { 1, 2 };
    return average(a, 2) > average(a, 0);
}
