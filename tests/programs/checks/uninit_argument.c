static int twice(int x) { return 2 * x; } //~ uninit@38: x comes from n (line 5), which has no value

int main(void)
{
    int n;
    return twice(n);
}
