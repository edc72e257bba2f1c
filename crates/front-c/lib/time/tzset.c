static char utc[] = "UTC";

char *tzname[2] = { utc, utc };
long timezone;
int daylight;

void tzset(void)
{
}
