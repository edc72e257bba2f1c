int *keep;
int main(void)
{
    for (int i = 0; i < 3; i++) { static int s; s += i; keep = &s; }
    return *keep - 3;
} //~ none
