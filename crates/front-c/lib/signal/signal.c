extern int errno;
void abort(void);

static void (*handlers[65])(int);

void (*signal(int number, void (*handler)(int)))(int)
{
    void (*before)(int);
    if (number < 1 || number > 64) {
        errno = 22;
        return (void (*)(int))-1;
    }
    before = handlers[number];
    handlers[number] = handler;
    return before;
}

int raise(int number)
{
    void (*handler)(int);
    if (number < 1 || number > 64) {
        errno = 22;
        return -1;
    }
    handler = handlers[number];
    if (handler == (void (*)(int))1)
        return 0;
    if (handler)
        handler(number);
    else
        abort();
    return 0;
}
