/* A frame of sound is faded: each sample gets quieter, the later the more.

   The fault: the end of the frame is its size in bytes away from its start. */

extern short __VERIFIER_nondet_short(void);

#define FRAME 5

static void capture(short *samples, int count)
{
    int i;

    for (i = 0; i < count; i++)
        samples[i] = __VERIFIER_nondet_short();
}

static int fade(short *samples, const short *end)
{
    short *sample;
    int divisor = 1;

    for (sample = samples; sample < end; sample++) {
        *sample = *sample / divisor;
        divisor++;
    }
    return divisor;
}

int main(void)
{
    short frame[FRAME];
    short *end;

    capture(frame, FRAME);
    end = frame + sizeof frame; /* FAULT: sizeof frame, should be sizeof frame / sizeof frame[0] */
    fade(frame, end);
    return frame[FRAME - 1];
}
