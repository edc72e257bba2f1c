int main(void)
{
    int x = 3;
    return x + y; //~ error@16: `y` is not declared here
}
