// whydunit: --input r=5
extern int unknown(int);
extern void reach_error(void);

int main(void)
{
    int r = unknown(3);
    if (r == 0)
        reach_error();
    return r - 5;
} //~ none
