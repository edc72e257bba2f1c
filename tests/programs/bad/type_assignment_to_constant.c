int main(void)
{
    int x = 3;
    5 = x; //~ error@5: cannot assign to this: it is not a variable
    return x;
}
