int main(void)
{
    int x = 3;
    5 = x; //~ error@5
    return x;
}
