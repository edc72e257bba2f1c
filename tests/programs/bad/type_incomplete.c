struct unknown;

int main(void)
{
    struct unknown u; //~ error@20: a variable of the incomplete type `struct unknown`
    return 0;
}
