int main(void)
{
    int x = 3;
    assert(x == 3);
    assert(x < 3); //~ assert@5: assertion failed: x < 3
    return 0;
}
