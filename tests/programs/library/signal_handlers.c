#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void note(int number)
{
    seen += number == SIGUSR1 ? 1 : 100;
}

int main(void)
{
    if (signal(SIGINT, SIG_IGN) == SIG_ERR || raise(SIGINT) != 0)
        return 1;
    printf("%d\n", signal(SIGUSR1, note) == SIG_DFL);
    raise(SIGUSR1);
    raise(SIGUSR1);
    printf("%d\n", (int)seen);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == note);
    raise(SIGUSR1);
    printf("%d %d\n", (int)seen, signal(1000, note) == SIG_ERR);
    signal(SIGTERM, note);
    raise(SIGTERM);
    return (int)seen;
}
