int main(void)
{
    int x = 5;
    __CPROVER_assume(x > 4);
    __CPROVER_assert(x > 5, "x is large"); //~ assert@5: assertion failed: x is large
    return 0;
}
