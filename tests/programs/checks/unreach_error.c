extern void reach_error(void);

int main(void)
{
    int x = 3;
    if (x == 3)
        reach_error(); //~ unreach@9: reach_error() was reached
    return 0;
}
