struct unknown;

int main(void)
{
    struct unknown u; //~ error@20
    return 0;
}
