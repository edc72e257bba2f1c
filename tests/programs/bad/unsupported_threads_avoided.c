#include <pthread.h>

static void *work(void *p) { return p; }

int main(int argc, char **argv)
{
    pthread_t t;
    if (argc > 5)
        pthread_create(&t, 0, work, 0);
    return 0;
} //~ none
