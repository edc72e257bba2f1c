/* The table of the best scores, highest first.

   The fault: a full table still grows by one place. */

extern int __VERIFIER_nondet_int(void);

#define ENTRIES 8
#define GAMES 10

struct entry {
    int score;
    int game;
};

static struct entry table[ENTRIES];
static int count;

/* Where a score belongs. */
static int place_of(int score)
{
    int at = 0;

    while (at < count && table[at].score >= score)
        at++;
    return at;
}

static int enter(int score, int game)
{
    int at = place_of(score);
    int k;

    if (at == ENTRIES)
        return 0;
    if (count <= ENTRIES) /* FAULT: count <= ENTRIES, should be count < ENTRIES */
        count++;
    for (k = count - 1; k > at; k--)
        table[k] = table[k - 1];
    table[at].score = score;
    table[at].game = game;
    return 1;
}

static int sum(void)
{
    int total = 0;
    int i;

    for (i = 0; i < count; i++)
        total += table[i].score;
    return total;
}

int main(void)
{
    int game;

    for (game = 1; game <= GAMES; game++) {
        int score = __VERIFIER_nondet_int();

        if (score < 0 || score > 1000)
            continue;
        enter(score, game);
    }
    return sum();
}
