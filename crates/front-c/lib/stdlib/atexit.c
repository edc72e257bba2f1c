static void (*handlers[256])(void);
static int count;

int atexit(void (*handler)(void))
{
    if (count == 256)
        return -1;
    handlers[count] = handler;
    count++;
    return 0;
}

void __whydunit_at_exit(void)
{
    while (count > 0) {
        count--;
        handlers[count]();
    }
}
