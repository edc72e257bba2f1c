struct s { int a[2]; int b; };

int main(void)
{
    struct s s = { { 1, 2 }, 3 };
    int i = 2;
    return s.a[i]; //~ bounds@12: index 2 is out of bounds of s.a[2]
}
