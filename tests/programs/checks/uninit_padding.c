struct s { char c; int i; };
static struct s id(struct s s) { return s; }

int main(void)
{
    struct s s, t;
    s.c = 1;
    s.i = 2;
    t = id(s);
    return t.c + t.i - 3;
} //~ none
