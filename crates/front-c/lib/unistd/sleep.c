unsigned sleep(unsigned seconds)
{
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds)
{
    (void)microseconds;
    return 0;
}
