// find: fails kind=div line=21
// input: nondet#1=0; nondet#2=-1; nondet#3=-1; nondet#4=0
// passing input: nondet#1=1; nondet#2=2; nondet#3=3; nondet#4=4
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int values[4];
    int sum = 0, count = 0;

    for (int i = 0; i < 4; i++) {
        values[i] = __VERIFIER_nondet_int();
        if (values[i] < -100 || values[i] > 100)
            return 1;
    }
    for (int i = 0; i < 4; i++)
        if (values[i] > 0) {
            sum += values[i];
            count++;
        }
    return sum / count;
}
