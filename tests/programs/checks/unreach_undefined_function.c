// whydunit: --outside unknown
/* The result of a function that is defined nowhere is an input; unset inputs are 0. */
extern int unknown(int);
extern void reach_error(void);

int main(void)
{
    int r = unknown(3);
    if (r == 0)
        reach_error(); //~ unreach@9: reach_error() was reached
    return 0;
}
