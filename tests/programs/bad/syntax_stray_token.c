int main(void)
{
    int x = 4 + * / 2; //~ error@19: expected expression before '/' token
    return x;
}
