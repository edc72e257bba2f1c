// The text of a macro's invocation is not the pointer.
#define CHECKED(e) ((e) ? 1 : 0)

int main(void) {
    void *p = 0;
    return CHECKED(*(int *)p != 1); //~ null@12: null pointer dereferenced
}
