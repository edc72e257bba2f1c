// find: safe
// input: nondet#1=3; nondet#4=-2
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0, count = 0;
    for (int i = 0; i < 4; i++) {
        int value = __VERIFIER_nondet_int();
        if (value > 0 && value <= 100) {
            sum += value;
            count++;
        }
    }
    return count == 0 ? 0 : sum / count;
}
