struct item {
    int number;
};

extern struct item *shared;

int other_count(void)
{
    return shared->number;
}

void other_clear(void)
{
    struct item **at = &shared;
    *at = 0;
    shared = *at;
}
