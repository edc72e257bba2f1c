struct __whydunit_stream *__whydunit_stream(FILE *);
struct __whydunit_open *__whydunit_descriptor(int);
int __whydunit_put(struct __whydunit_stream *, const void *, size_t);
void __whydunit_load(struct __whydunit_node *, long);
long __whydunit_write(int, const void *, size_t);
int __whydunit_vfprintf(FILE *, const char *, __builtin_va_list);
int __whydunit_vfscanf(FILE *, const char *, __builtin_va_list);
int __whydunit_scan_file(int, long *, const char *, __builtin_va_list);
int __whydunit_scan_text(const char *, long *, const char *, __builtin_va_list);
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
void *__builtin_malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
extern int errno;

int vfprintf(FILE *file, const char *format, __builtin_va_list arguments)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    __builtin_va_list again;
    char *text;
    int size;
    int failed;
    if (!stream)
        return __whydunit_vfprintf(file, format, arguments);
    __builtin_va_copy(again, arguments);
    size = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    if (size <= 0)
        return size;
    text = __builtin_malloc((size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, arguments);
    failed = __whydunit_put(stream, text, (size_t)size);
    free(text);
    return failed ? -1 : size;
}

int fprintf(FILE *file, const char *format, ...)
{
    __builtin_va_list arguments;
    int size;
    __builtin_va_start(arguments, format);
    size = vfprintf(file, format, arguments);
    __builtin_va_end(arguments);
    return size;
}

static void no_file(void)
{
    __whydunit_unsupported("formatted input from what is no file");
}

static void another_character(void)
{
    __whydunit_unsupported("formatted input behind another character than the one that was read");
}

/* What is read straight from the view is input as it is converted; of a file that the program has written, the text is. */
int vfscanf(FILE *file, const char *format, __builtin_va_list arguments)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    struct __whydunit_open *open;
    struct __whydunit_node *node;
    long at;
    int converted;
    if (!stream)
        return file->id == 0 ? __whydunit_vfscanf(file, format, arguments) : -1;
    open = stream->is_readable ? __whydunit_descriptor(stream->descriptor) : 0;
    if (!open) {
        errno = 9;
        return -1;
    }
    if (open->standard)
        return __whydunit_vfscanf(file, format, arguments);
    node = open->node;
    if (node->kind == 2) {
        stream->failed = 1;
        errno = 21;
        return -1;
    }
    if (node->kind > 2)
        no_file();
    at = open->offset;
    if (stream->pushed > 0) {
        int count = stream->pushed;
        int i;
        at -= count;
        if (at >= 0 && at + count <= node->size)
            __whydunit_load(node, at + count);
        for (i = 0; i < count; i++)
            if (at < 0 || at + count > node->size || (unsigned char)node->data[at + i] != stream->bytes[count - 1 - i])
                another_character();
        stream->pushed = 0;
    }
    if (node->source >= 0) {
        converted = __whydunit_scan_file(node->source, &at, format, arguments);
    } else {
        char *text = __builtin_malloc((size_t)node->size + 1);
        if (node->size)
            memcpy(text, node->data, (size_t)node->size);
        text[node->size] = 0;
        converted = at < node->size ? __whydunit_scan_text(text + at, &at, format, arguments)
                                    : __whydunit_scan_text("", &at, format, arguments);
        free(text);
    }
    /* The number of the place, and whether the end was seen. */
    if (at < 0) {
        stream->at_end = 1;
        at = -at - 1;
    }
    open->offset = at;
    return converted;
}

int fscanf(FILE *file, const char *format, ...)
{
    __builtin_va_list arguments;
    int converted;
    __builtin_va_start(arguments, format);
    converted = vfscanf(file, format, arguments);
    __builtin_va_end(arguments);
    return converted;
}

int vdprintf(int descriptor, const char *format, __builtin_va_list arguments)
{
    __builtin_va_list again;
    char *text;
    int size;
    long done;
    __builtin_va_copy(again, arguments);
    size = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    if (size < 0)
        return size;
    text = __builtin_malloc((size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, arguments);
    done = __whydunit_write(descriptor, text, (size_t)size);
    free(text);
    return (int)done;
}

int dprintf(int descriptor, const char *format, ...)
{
    __builtin_va_list arguments;
    int size;
    __builtin_va_start(arguments, format);
    size = vdprintf(descriptor, format, arguments);
    __builtin_va_end(arguments);
    return size;
}
