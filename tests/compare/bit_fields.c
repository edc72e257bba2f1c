// expect: differs: leaves 1 in `flags[0].level` instead of 0
struct flags { unsigned ready : 1; unsigned level : 3; int shift : 4; };
void reset(struct flags *flags)
{
    flags->ready = 0;
    flags->level &= 3;
}
