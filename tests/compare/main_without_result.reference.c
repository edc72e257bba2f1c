static int n;
void main(void)
{
    n = 1;
}
