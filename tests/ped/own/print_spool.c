/* Jobs wait in the slots of a spool; urgent ones are printed first.

   The fault: `end` is one behind the last slot, and the search looks at it. */

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define SLOTS 4

struct job {
    int pages;
    int urgent;
};

static struct job spool[SLOTS];

/* Puts a job into the first empty slot. */
static int submit(int pages, int urgent)
{
    int i;

    for (i = 0; i < SLOTS; i++) {
        if (spool[i].pages == 0) {
            spool[i].pages = pages;
            spool[i].urgent = urgent;
            return 1;
        }
    }
    return 0;
}

/* The first urgent job, or the first one at all, or none. */
static struct job *next_job(void)
{
    struct job *end = spool + SLOTS;
    struct job *slot;
    struct job *found = 0;

    for (slot = spool; slot <= end; slot++) { /* FAULT: slot <= end, should be slot < end */
        if (slot->pages == 0)
            continue;
        if (slot->urgent)
            return slot;
        if (!found)
            found = slot;
    }
    return found;
}

static int print(struct job *job)
{
    int pages = job->pages;

    job->pages = 0;
    job->urgent = 0;
    return pages;
}

int main(void)
{
    int round;
    int printed = 0;

    for (round = 0; round < 2; round++) {
        int pages = __VERIFIER_nondet_int();
        struct job *job;

        if (pages < 1 || pages > 100)
            continue;
        if (!submit(pages, __VERIFIER_nondet_bool()))
            break;
        if (__VERIFIER_nondet_bool()) {
            job = next_job();
            if (job)
                printed += print(job);
        }
    }
    return printed;
}
