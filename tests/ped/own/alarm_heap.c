/* Alarms in a heap: the earliest is at the root.

   The fault: when the heap is put in order, a child behind the last place is
   looked at. */

extern int __VERIFIER_nondet_int(void);

#define ALARMS 6

static int times[ALARMS];
static int count;

static int add_alarm(int time)
{
    int at;

    if (count >= ALARMS)
        return 0;
    at = count;
    count++;
    while (at > 0 && times[(at - 1) / 2] > time) {
        times[at] = times[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    times[at] = time;
    return 1;
}

/* Takes the earliest alarm out and another in. */
static int replace_first(int time)
{
    int first = times[0];
    int at = 0;

    for (;;) {
        int child = 2 * at + 1;

        if (child >= count)
            break;
        if (child + 1 <= count && times[child + 1] < times[child]) /* FAULT: child + 1 <= count, should be child + 1 < count */
            child++;
        if (times[child] >= time)
            break;
        times[at] = times[child];
        at = child;
    }
    times[at] = time;
    return first;
}

int main(void)
{
    int i;

    for (i = 0; i < 7; i++) {
        int time = __VERIFIER_nondet_int();

        if (time < 0)
            break;
        if (!add_alarm(time))
            break;
    }
    if (count > 0)
        return replace_first(__VERIFIER_nondet_int());
    return -1;
}
