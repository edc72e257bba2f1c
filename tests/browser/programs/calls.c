/* A call that returns, and a global that stays. */
int calls;

static int twice(int number)
{
    int result = number + number;
    calls++;
    return result;
}

int main(void)
{
    int x = 3;
    int y = twice(x);
    //@ assert y < 6;
    return y;
}
