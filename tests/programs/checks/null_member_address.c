/* offsetof by hand forms an address and reads nothing. */
struct s { int a, b; };

int main(void)
{
    return (int)(unsigned long)&((struct s *)0)->b - 4;
} //~ none
