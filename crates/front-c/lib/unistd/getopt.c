int fprintf(FILE *, const char *, ...);
char *strchr(const char *, int);
extern FILE *stderr;

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* Rest of a group of options such as -abc. */
static char *group;
/* The arguments from `first` up to `last` are no options and were skipped. */
static int first = 1;
static int last = 1;

static int complain(const char *program, const char *what)
{
    if (opterr)
        fprintf(stderr, "%s: %s -- '%c'\n", program, what, optopt);
    return '?';
}

static int is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

/* Moves what was skipped behind the options that came after it. */
static void move_skipped(char **items)
{
    while (last < optind) {
        char *option = items[last];
        int i;
        for (i = last; i > first; i--)
            items[i] = items[i - 1];
        items[first] = option;
        first++;
        last++;
    }
}

/* Sets `group` to the letters of the next option argument, if there is one. */
static int next_group(int argc, char **argv, int in_order)
{
    if (first == last)
        first = optind;
    else
        move_skipped(argv);
    while (!in_order && optind < argc && !is_option(argv[optind]))
        optind++;
    last = optind;
    if (optind < argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
        optind++;
        if (first == last)
            first = optind;
        else
            move_skipped(argv);
        last = argc;
        optind = argc;
    }
    if (optind >= argc) {
        if (first != last)
            optind = first;
        return 0;
    }
    if (!is_option(argv[optind]))
        return 0;
    group = argv[optind] + 1;
    optind++;
    return 1;
}

int getopt(int argc, char *const *argv, const char *options)
{
    int in_order = *options == '+';
    const char *known;
    int quiet;
    if (in_order)
        options++;
    quiet = *options == ':';
    optarg = 0;
    if ((!group || !*group) && !next_group(argc, (char **)argv, in_order))
        return -1;
    optopt = (unsigned char)*group;
    group++;
    known = optopt == ':' ? 0 : strchr(options, optopt);
    if (!known)
        return quiet ? '?' : complain(argv[0], "invalid option");
    if (known[1] != ':')
        return optopt;
    if (*group || known[2] == ':') {
        optarg = *group ? group : 0;
    } else if (optind < argc) {
        optarg = argv[optind];
        optind++;
    } else {
        group = 0;
        return quiet ? ':' : complain(argv[0], "option requires an argument");
    }
    group = 0;
    return optopt;
}
