/* With files_square.c: a number that has no square in the table there. */
int square(int number);

int main(void)
{
    int number = 130;
    int result = square(number);
    //@ assert result > 0;
    return 0;
}
