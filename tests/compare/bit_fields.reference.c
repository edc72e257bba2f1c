struct flags { unsigned ready : 1; unsigned level : 3; int shift : 4; };
void reset(struct flags *flags)
{
    flags->ready = 0;
    flags->level = 0;
}
