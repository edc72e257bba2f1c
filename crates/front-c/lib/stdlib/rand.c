/* The GNU library's additive feedback generator; initially in the state of srand(1). */
static unsigned state[31] = {
    2568305073u, 379960547u, 1735697613u, 1040273694u, 1313901226u,
    1627687941u, 4115662359u, 2221633813u, 1780058412u, 2305464239u,
    3678992694u, 344556628u, 939512070u, 3045851036u, 1507946756u,
    3482421833u, 154635395u, 1388815473u, 2368290473u, 525320961u,
    3285938622u, 968117788u, 4171517689u, 1284210865u, 435012392u,
    2277460957u, 3383902437u, 3924708123u, 1132637927u, 1398500161u,
    4089365978u,
};
static int front = 3;
static int rear = 0;

long random(void)
{
    unsigned value = state[front] + state[rear];
    state[front] = value;
    front = front == 30 ? 0 : front + 1;
    rear = rear == 30 ? 0 : rear + 1;
    return (long)(value >> 1);
}

void srandom(unsigned seed)
{
    int word = (int)(seed == 0 ? 1 : seed);
    int i;
    state[0] = (unsigned)word;
    for (i = 1; i < 31; i++) {
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0)
            word += 2147483647;
        state[i] = (unsigned)word;
    }
    front = 3;
    rear = 0;
    for (i = 0; i < 310; i++)
        random();
}

int rand(void)
{
    return (int)random();
}

void srand(unsigned seed)
{
    srandom(seed);
}
