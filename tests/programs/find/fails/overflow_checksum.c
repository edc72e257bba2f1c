// find: fails kind=overflow line=12
// input: nondet#1=255; nondet#2=0; nondet#3=0; nondet#4=0; nondet#5=0; nondet#6=0; nondet#7=0
// passing input: nondet#1=0; nondet#2=0; nondet#3=0; nondet#4=0; nondet#5=0; nondet#6=0; nondet#7=9
extern unsigned char __VERIFIER_nondet_uchar(void);

/* Meant to stay in range because "it is only eight bytes". */
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        sum *= 17;
        sum ^= byte;
    }
    return sum & 0xff;
}
