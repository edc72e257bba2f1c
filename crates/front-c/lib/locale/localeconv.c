struct lconv {
    char *decimal_point;
    char *thousands_sep;
    char *grouping;
    char *int_curr_symbol;
    char *currency_symbol;
    char *mon_decimal_point;
    char *mon_thousands_sep;
    char *mon_grouping;
    char *positive_sign;
    char *negative_sign;
    char small[14];
};

static struct lconv c_locale = { ".", "", "", "", "", "", "", "", "", "",
                                 { 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
                                   127 } };

struct lconv *localeconv(void)
{
    return &c_locale;
}
