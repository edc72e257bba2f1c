struct s { int v; };
static struct s *address(struct s s) { struct s *p = &s; return p; }

int main(void)
{
    struct s s = { 1 };
    return address(s)->v; //~ lifetime@12: read of 4 bytes of s after its lifetime ended
}
