/* Keys are taken until the enter key; the code is closed by a terminator.

   The fault: as many digits are let in as there are places, and the
   terminator needs one of them. */

extern int __VERIFIER_nondet_int(void);

#define CODE_SIZE 4
#define ENTER 10

int main(void)
{
    char code[CODE_SIZE];
    int length = 0;
    int key = __VERIFIER_nondet_int();

    while (key != ENTER && length < CODE_SIZE) { /* FAULT: length < CODE_SIZE, should be length < CODE_SIZE - 1 */
        code[length] = (char)(key % 10 + 48);
        length++;
        key = __VERIFIER_nondet_int();
    }
    code[length] = '\0';
    return length;
}
