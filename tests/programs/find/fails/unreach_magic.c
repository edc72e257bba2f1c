// find: fails kind=unreach line=17
// input: nondet#1=4660; nondet#2=305419896; nondet#3=-559038737; nondet#4=7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* One combination out of 2^128. */
int main(void)
{
    int version = __VERIFIER_nondet_int();
    if (version == 0x1234) {
        int key = __VERIFIER_nondet_int();
        if (key == version + 0x12344444) {
            int check = __VERIFIER_nondet_int();
            if ((unsigned)check == 0xdeadbeef) {
                int mode = __VERIFIER_nondet_int();
                if (mode > 0 && (mode & 3) == 3 && mode % 7 == 0)
                    reach_error();
            }
        }
    }
    return 0;
}
