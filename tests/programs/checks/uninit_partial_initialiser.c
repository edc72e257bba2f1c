struct s { int a, b; char name[4]; };

int main(void)
{
    struct s s = { 1 };
    int array[5] = { 1, 2 };
    return s.b + s.name[3] + array[4];
} //~ none
