// expect: differs: prints "1\n" instead of "0\n"
#include <stdio.h>
#include <stdlib.h>

int separation, confident, valid, own, rate, other, layer, up, down, intent, capability, inhibit;
int threshold[4];

static int limit(void) { return threshold[layer]; }

static int advice(void)
{
    int enabled = confident && rate <= 600 && separation > 600;
    int equipped = capability == 1;
    int unknown = valid && intent == 0;
    if (!enabled || (equipped && !unknown))
        return 0;
    if (own < other && (inhibit ? up + 100 : up) > down && down >= limit())
        return 1;
    return own <= other ? 0 : 2;
}

int main(int argc, char *argv[])
{
    if (argc < 13) {
        fprintf(stdout, "twelve numbers, please\n");
        exit(1);
    }
    threshold[0] = 400;
    threshold[1] = 500;
    threshold[2] = 640;
    threshold[3] = 740;
    separation = atoi(argv[1]);
    confident = atoi(argv[2]);
    valid = atoi(argv[3]);
    own = atoi(argv[4]);
    rate = atoi(argv[5]);
    other = atoi(argv[6]);
    layer = atoi(argv[7]) & 3;
    up = atoi(argv[8]);
    down = atoi(argv[9]);
    intent = atoi(argv[10]);
    capability = atoi(argv[11]);
    inhibit = atoi(argv[12]);
    if (up > 100000)
        return 3;
    fprintf(stdout, "%d\n", advice());
    exit(0);
}
