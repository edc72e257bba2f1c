int count;

void note(int is_new)
{
    if (is_new)
        count++;
}
