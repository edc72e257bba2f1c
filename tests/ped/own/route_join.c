/* A route is joined from the parts of a pattern. Characters are wide, so a
   count of bytes is not a count of characters.

   The fault: the limit is the array's size in bytes, far behind its end. */

extern int __VERIFIER_nondet_int(void);

typedef int wide;

#define ROUTE_SIZE 5
#define PATTERN_SIZE 8
#define SLASH '/'

struct writer {
    wide *next;
    const wide *last; /* where the terminator goes at the latest */
};

static const wide *copy_part(struct writer *out, const wide *from)
{
    while (*from != 0 && *from != SLASH) {
        if (out->next >= out->last)
            return 0;
        *out->next = *from;
        out->next++;
        from++;
    }
    return from;
}

static const wide *copy_slashes(struct writer *out, const wide *from)
{
    while (*from == SLASH) {
        if (out->next >= out->last)
            return 0;
        *out->next = SLASH;
        out->next++;
        from++;
    }
    return from;
}

static int join(wide *route, const wide *last, const wide *pattern)
{
    struct writer out;

    out.next = route;
    out.last = last;
    while (*pattern != 0) {
        pattern = copy_part(&out, pattern);
        if (!pattern)
            return 0;
        pattern = copy_slashes(&out, pattern);
        if (!pattern)
            return 0;
    }
    *out.next = 0;
    return 1;
}

int main(void)
{
    wide route[ROUTE_SIZE];
    wide pattern[PATTERN_SIZE];
    int i;

    for (i = 0; i < PATTERN_SIZE - 1; i++)
        pattern[i] = __VERIFIER_nondet_int();
    pattern[PATTERN_SIZE - 1] = 0;
    return join(route, route + sizeof route - 1, pattern); /* FAULT: sizeof route, should be ROUTE_SIZE */
}
