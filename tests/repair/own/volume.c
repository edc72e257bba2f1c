/* A volume control: `+ 10` and `- 5` change the volume, `m` mutes and unmutes, `?` prints it. */
#include <stdio.h>

struct control {
    int volume;
    int muted;
};

static int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static void change(struct control *control, int by)
{
    int volume = control->volume + by;
    control->volume = clamp(0, volume, 100);
    control->muted = 0;
}

int main(void)
{
    struct control control = { 50, 0 };
    char command;
    int by;
    while (scanf(" %c", &command) == 1) {
        if (command == '?') {
            printf("%d\n", control.muted ? 0 : control.volume);
        } else if (command == 'm') {
            control.muted = !control.muted;
        } else if (scanf("%d", &by) == 1) {
            change(&control, command == '-' ? -by : by);
        } else {
            return 1;
        }
    }
    return 0;
}
