// expect: differs: exits with 3 instead of 0
int main(void)
{
    return 3;
}
