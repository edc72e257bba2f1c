static int *make(void)
{
    static int x = 3;
    return &x;
}

int main(void)
{
    return *make() - 3;
} //~ none
