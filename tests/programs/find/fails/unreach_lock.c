// find: fails kind=unreach line=24
// input: nondet#1=0; nondet#2=2; nondet#3=1; nondet#4=1
// passing input: nondet#1=0; nondet#2=1; nondet#3=0; nondet#4=1; nondet#5=3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum command { ACQUIRE, RELEASE, RESET, QUIT };

int main(void)
{
    int held = 0, resets = 0;
    for (int i = 0; i < 8; i++) {
        switch (__VERIFIER_nondet_int()) {
        case ACQUIRE:
            held = 1;
            break;
        case RESET:
            resets++;
            if (held)
                held = 2;
            break;
        case RELEASE:
            if (held == 0 && resets > 0)
                reach_error();
            held = 0;
            break;
        default:
            return 0;
        }
    }
    return 0;
}
