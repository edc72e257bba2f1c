/* A packet is framed for a serial line: two bytes of its alphabet are
   replaced by an escape and a stand-in, and a frame ends with END.

   The fault: the limit leaves no room for END behind an escaped byte. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define FRAME_SIZE 6
#define PACKET_SIZE 6
#define END 0xC0
#define ESC 0xDB
#define ESC_END 0xDC
#define ESC_ESC 0xDD

static int encode(const unsigned char *packet, int length, unsigned char *frame)
{
    int limit = FRAME_SIZE - 1; /* FAULT: FRAME_SIZE - 1, should be FRAME_SIZE - 2 */
    int used = 0;
    int i;

    for (i = 0; i < length && used < limit; i++) {
        if (packet[i] == END) {
            frame[used] = ESC;
            used++;
            frame[used] = ESC_END;
            used++;
        } else if (packet[i] == ESC) {
            frame[used] = ESC;
            used++;
            frame[used] = ESC_ESC;
            used++;
        } else {
            frame[used] = packet[i];
            used++;
        }
    }
    frame[used] = END;
    used++;
    return used;
}

int main(void)
{
    unsigned char packet[PACKET_SIZE];
    unsigned char frame[FRAME_SIZE];
    int i;

    for (i = 0; i < PACKET_SIZE; i++)
        packet[i] = __VERIFIER_nondet_uchar();
    return encode(packet, PACKET_SIZE, frame) == 0;
}
