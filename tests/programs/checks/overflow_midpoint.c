static int find(int low, int high)
{
    int mid = (low + high) / 2; //~ overflow@16: 1500000000 + 2000000000 does not fit in int
    return mid;
}

int main(void)
{
    return find(1, 3) > find(1500000000, 2000000000);
}
