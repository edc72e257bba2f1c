// find: fails kind=bounds line=15
// input: nondet#1=5; nondet#2=4; nondet#3=3; nondet#4=2; nondet#5=1
extern int __VERIFIER_nondet_int(void);

#define CAPACITY 4

static int table[CAPACITY];
static int used;

/* Keeps the table sorted. */
static void insert(int value)
{
    int at = used;
    while (at > 0 && table[at - 1] > value) {
        table[at] = table[at - 1];
        at--;
    }
    table[at] = value;
    used++;
}

int main(void)
{
    for (int i = 0; i <= CAPACITY; i++) {
        int value = __VERIFIER_nondet_int();
        if (i == CAPACITY && value >= table[CAPACITY - 1])
            break;
        insert(value);
    }
    return table[0];
}
