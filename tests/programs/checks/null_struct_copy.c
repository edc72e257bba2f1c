struct s { int x[3]; };
static struct s *find(int key) { static struct s s; return key ? &s : 0; }

int main(void)
{
    struct s copy = *find(1);
    copy = *find(0); //~ null@12: null pointer dereferenced: find(0)
    return copy.x[0];
}
