// find: safe
// input: read_sensor#1=10; read_sensor#2=-2147483648
// input: read_sensor#1=100; read_sensor#2=100
extern int read_sensor(void);
extern void reach_error(void);
extern const int limit;

static int clamped(int value)
{
    return value < 0 ? 0 : value > 100 ? 100 : value;
}

int main(void)
{
    int previous = clamped(read_sensor());
    for (int i = 0; i < 4; i++) {
        int now = clamped(read_sensor());
        int step = now - previous;
        if (step > 100 || step < -100)
            reach_error();
        if (limit > 0 && limit < 3 && limit * 2 > 4)
            reach_error();
        previous = now;
    }
    return 0;
}
