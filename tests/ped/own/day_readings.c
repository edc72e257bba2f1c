/* A station collects the readings of a day and reports their range.

   The fault: `record` stores a reading without asking whether there is room.
   The check belongs before the write. */

extern int __VERIFIER_nondet_int(void);

#define READINGS 4
#define NO_READING 9999

struct day {
    int readings[READINGS];
    int count;
};

static void record(struct day *day, int reading)
{
    day->readings[day->count] = reading; /* FAULT: not checked, should be done only if day->count < READINGS */
    day->count++;
}

static int range(const struct day *day)
{
    int lowest = day->readings[0];
    int highest = day->readings[0];
    int i;

    for (i = 1; i < day->count; i++) {
        if (day->readings[i] < lowest)
            lowest = day->readings[i];
        if (day->readings[i] > highest)
            highest = day->readings[i];
    }
    return highest - lowest;
}

int main(void)
{
    struct day day;
    int reading;

    day.count = 0;
    for (;;) {
        reading = __VERIFIER_nondet_int();
        if (reading == NO_READING)
            break;
        if (reading < -500 || reading > 500)
            continue;
        record(&day, reading);
    }
    if (day.count == 0)
        return 0;
    return range(&day);
}
