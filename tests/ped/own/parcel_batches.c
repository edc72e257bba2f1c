/* Parcels are put on a belt with few places; a full belt is emptied, or a
   parcel that is too heavy for the rest of them sends it on its way early.

   The fault: when the belt leaves early, the next place is not set back; the
   statement belongs after the count is. */

extern int __VERIFIER_nondet_int(void);

#define PLACES 4
#define LOAD 100
#define LAST_PARCEL 0

static int belt[PLACES];

static int load(int count)
{
    int sum = 0;
    int i;

    for (i = 0; i < count; i++)
        sum += belt[i];
    return sum;
}

int main(void)
{
    int next = 0;    /* next place */
    int waiting = 0; /* parcels on the belt */
    int sent = 0;
    int weight;

    while ((weight = __VERIFIER_nondet_int()) != LAST_PARCEL) {
        if (weight < 0 || weight > LOAD)
            continue;
        if (waiting == PLACES) {
            sent += load(waiting);
            next = 0;
            waiting = 0;
        } else if (waiting > 0 && load(waiting) + weight > LOAD) {
            sent += load(waiting);
            waiting = 0; /* FAULT: next is left as it is, should be next = 0 here */
        }
        belt[next] = weight;
        next++;
        waiting++;
        if (sent > 1000)
            break;
    }
    return sent;
}
