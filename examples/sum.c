/* Adds up one element more than there are (Balakrishnan and Ganai, Fig. 2). */
int sum(int *values, int n)
{
    int i, total = 0;
    for (i = 0; i <= n; ++i) {
        total = total + values[i];
    }
    return total;
}

int main(void)
{
    int values[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    sum(values, 10);
    return 0;
}
