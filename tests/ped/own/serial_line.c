/* Bytes come in over a wire; a line ends with a line feed, a carriage return
   before it is dropped.

   The fault: nothing ends the loop when the buffer is full. The check belongs
   before the write in the loop. */

extern int __VERIFIER_nondet_int(void);

#define LINE_SIZE 6
#define END_OF_INPUT (-1)

static int read_line(char *line)
{
    int length = 0;
    int byte;

    while ((byte = __VERIFIER_nondet_int()) != END_OF_INPUT) {
        if (byte < 0 || byte > 127)
            continue;
        line[length] = (char)byte; /* FAULT: not checked, should be left when length == LINE_SIZE - 1 */
        if (line[length] == '\n') {
            if (length > 0 && line[length - 1] == '\r')
                length--;
            break;
        }
        length++;
    }
    line[length] = '\0';
    return length;
}

int main(void)
{
    char line[LINE_SIZE];

    return read_line(line) == 0;
}
