int main(void)
{
    int x = 3;
    /*@ assert x == nothing; */ //~ error@21: `nothing` is not declared here
    return x;
}
