long __whydunit_read(int, void *, size_t);
long __whydunit_write(int, const void *, size_t);
long __whydunit_seek(int, long, int);
int __whydunit_leave(int);
int __whydunit_open_path(const char *, int, unsigned);
int __whydunit_may_open(const char *, int);
struct __whydunit_open *__whydunit_descriptor(int);
int __whydunit_getchar(void);
int __whydunit_ungetc(int, FILE *);
int __whydunit_fputc(int, FILE *);
int __whydunit_feof(FILE *);
void __whydunit_clearerr(FILE *);
void *__builtin_malloc(size_t);
void *__builtin_calloc(size_t, size_t);
void free(void *);
size_t strlen(const char *);
int __builtin_fprintf(FILE *, const char *, ...);
_Bool __whydunit_outside_fopen(int);
_Bool __whydunit_outside_freopen(int);
extern int errno;

/* Streams by the numbers in their `FILE`; those without an entry are the standard ones as they were at the start. */
static struct __whydunit_stream **table;
static FILE **names;

/* The state of a stream; a null pointer: one of the standard ones. */
struct __whydunit_stream *__whydunit_stream(FILE *file)
{
    int id = file->id;
    return table && id >= 0 && id < 1024 ? table[id] : 0;
}

/* Flags of `open` for a mode of `fopen`; -1 for none. */
static int flags_of(const char *mode)
{
    int both = 0;
    int i;
    int flags;
    if (*mode != 'r' && *mode != 'w' && *mode != 'a')
        return -1;
    flags = *mode == 'r' ? 0 : *mode == 'w' ? 01100 : 02100;
    for (i = 1; mode[i] && mode[i] != ','; i++) {
        both |= mode[i] == '+';
        if (mode[i] == 'x')
            flags |= 0200;
    }
    return flags | (both ? 2 : *mode == 'r' ? 0 : 1);
}

static struct __whydunit_stream *state_for(int descriptor, int flags)
{
    struct __whydunit_stream *stream = __builtin_calloc(1, sizeof *stream);
    stream->descriptor = descriptor;
    stream->is_readable = (flags & 3) != 1;
    stream->is_writable = (flags & 3) != 0;
    return stream;
}

static void make_room(void)
{
    if (!table) {
        table = __builtin_calloc(1024, sizeof *table);
        names = __builtin_calloc(1024, sizeof *names);
    }
}

FILE *__whydunit_stream_on(int descriptor, int flags)
{
    int id = 3;
    make_room();
    while (id < 1024 && table[id])
        id++;
    if (id >= 1024) {
        errno = 24;
        return 0;
    }
    table[id] = state_for(descriptor, flags);
    names[id] = __builtin_malloc(sizeof(FILE));
    names[id]->id = id;
    return names[id];
}

/* Whether there is a file is an input. What is in one that the view does not have is not known: a run in which there is one ends there. */
FILE *fopen(const char *path, const char *mode)
{
    int flags = flags_of(mode);
    int reason;
    int descriptor;
    char first = *path;
    (void)first;
    if (flags == -1) {
        errno = 22;
        return 0;
    }
    reason = __whydunit_may_open(path, flags);
    if (reason) {
        if (__whydunit_outside_fopen(0))
            __whydunit_unsupported("a file that can be opened");
        errno = reason;
        return 0;
    }
    if (!__whydunit_outside_fopen(1)) {
        errno = 13;
        return 0;
    }
    descriptor = __whydunit_open_path(path, flags, 0644);
    if (descriptor < 0)
        return 0;
    if ((flags & 02003) == 02001)
        __whydunit_seek(descriptor, 0, 2);
    return __whydunit_stream_on(descriptor, flags);
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

FILE *fdopen(int descriptor, const char *mode)
{
    int flags = flags_of(mode);
    struct __whydunit_open *file;
    if (flags == -1) {
        errno = 22;
        return 0;
    }
    file = __whydunit_descriptor(descriptor);
    if (!file)
        return 0;
    if ((file->flags & 3) != 2 && (flags & 3) != (file->flags & 3)) {
        errno = 22;
        return 0;
    }
    return __whydunit_stream_on(descriptor, flags);
}

/* A descriptor below 3 stands for something else: so does the stream on it. */
void __whydunit_redirect(int descriptor, int flags)
{
    make_room();
    if (!table[descriptor])
        table[descriptor] = state_for(descriptor, flags);
}

static void end(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    if (stream) {
        __whydunit_leave(stream->descriptor);
        table[file->id] = 0;
        free(stream);
    }
}

FILE *freopen(const char *path, const char *mode, FILE *file)
{
    int flags = flags_of(mode);
    int id = file->id;
    int reason;
    int descriptor;
    if (flags == -1 || id < 0 || !path) {
        errno = flags == -1 ? 22 : 9;
        return 0;
    }
    reason = __whydunit_may_open(path, flags);
    if (reason) {
        if (__whydunit_outside_freopen(0))
            __whydunit_unsupported("a file that can be opened");
        end(file);
        errno = reason;
        return 0;
    }
    end(file);
    if (!__whydunit_outside_freopen(1)) {
        errno = 13;
        return 0;
    }
    descriptor = __whydunit_open_path(path, flags, 0644);
    if (descriptor < 0)
        return 0;
    if ((flags & 02003) == 02001)
        __whydunit_seek(descriptor, 0, 2);
    make_room();
    table[id] = state_for(descriptor, flags);
    return file;
}

FILE *freopen64(const char *path, const char *mode, FILE *file)
{
    return freopen(path, mode, file);
}

/* The block of a stream ends with it: whoever uses it afterwards uses freed storage. */
int fclose(FILE *file)
{
    int id = file->id;
    struct __whydunit_stream *stream = __whydunit_stream(file);
    if (!stream)
        return id < 0 ? -1 : 0;
    end(file);
    if (id >= 3) {
        FILE *name = names[id];
        names[id] = 0;
        free(name);
    }
    return 0;
}

int fgetc(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    unsigned char c;
    long count;
    if (!stream)
        return file->id == 0 ? __whydunit_getchar() : -1;
    if (stream->pushed > 0) {
        stream->pushed--;
        return stream->bytes[stream->pushed];
    }
    count = stream->is_readable ? __whydunit_read(stream->descriptor, &c, 1) : -1;
    if (count == 1)
        return c;
    if (!stream->is_readable)
        errno = 9;
    if (count == 0)
        stream->at_end = 1;
    else
        stream->failed = 1;
    return -1;
}

int ungetc(int c, FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    if (!stream)
        return __whydunit_ungetc(c, file);
    if (c == -1 || stream->pushed >= 8)
        return -1;
    stream->bytes[stream->pushed] = (unsigned char)c;
    stream->pushed++;
    stream->at_end = 0;
    return (unsigned char)c;
}

size_t fread(void *items, size_t size, size_t count, FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    unsigned char *p = items;
    size_t total = size * count;
    size_t i = 0;
    if (total == 0)
        return 0;
    if (!stream || stream->pushed > 0) {
        while (i < total && (!stream || stream->pushed > 0)) {
            int c = fgetc(file);
            if (c == -1)
                return i / size;
            p[i] = (unsigned char)c;
            i++;
        }
    }
    if (stream && i < total) {
        long got = stream->is_readable ? __whydunit_read(stream->descriptor, p + i, total - i) : -1;
        if (!stream->is_readable)
            errno = 9;
        if (got < 0)
            stream->failed = 1;
        else
            i += (size_t)got;
        if (got >= 0 && i < total)
            stream->at_end = 1;
    }
    return i / size;
}

/* Writes all of it, or notes that it failed. */
int __whydunit_put(struct __whydunit_stream *stream, const void *bytes, size_t size)
{
    long done;
    if (stream->pushed > 0) {
        __whydunit_seek(stream->descriptor, -stream->pushed, 1);
        stream->pushed = 0;
    }
    done = stream->is_writable ? __whydunit_write(stream->descriptor, bytes, size) : -1;
    if (!stream->is_writable)
        errno = 9;
    if (done == (long)size)
        return 0;
    stream->failed = 1;
    return -1;
}

int fputc(int c, FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    unsigned char byte = (unsigned char)c;
    if (!stream)
        return __whydunit_fputc(c, file);
    return __whydunit_put(stream, &byte, 1) == 0 ? byte : -1;
}

size_t fwrite(const void *items, size_t size, size_t count, FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    const unsigned char *p = items;
    size_t total = size * count;
    size_t i;
    if (total == 0)
        return 0;
    if (stream)
        return __whydunit_put(stream, items, total) == 0 ? count : 0;
    for (i = 0; i < total; i++)
        __whydunit_fputc(p[i], file);
    return count;
}

int fputs(const char *s, FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    size_t size = strlen(s);
    if (!stream) {
        if (size)
            __builtin_fprintf(file, "%s", s);
        return 1;
    }
    return size == 0 || __whydunit_put(stream, s, size) == 0 ? 1 : -1;
}

int fputs_unlocked(const char *s, FILE *file)
{
    return fputs(s, file);
}

int feof(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    return stream ? stream->at_end : __whydunit_feof(file);
}

int ferror(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    return stream ? stream->failed : file->id < 0;
}

void clearerr(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    if (!stream) {
        __whydunit_clearerr(file);
        return;
    }
    stream->at_end = 0;
    stream->failed = 0;
}

int fileno(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    return stream ? stream->descriptor : file->id;
}

/* Nothing is held back: what was written is in the file. */
int fflush(FILE *file)
{
    if (file && file->id < 0)
        return -1;
    return 0;
}

int fseek(FILE *file, long offset, int whence)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    if (!stream) {
        if (file->id >= 0)
            errno = 29;
        return -1;
    }
    if (whence == 1)
        offset -= stream->pushed;
    if (__whydunit_seek(stream->descriptor, offset, whence) < 0)
        return -1;
    stream->pushed = 0;
    stream->at_end = 0;
    return 0;
}

long ftell(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    long at;
    if (!stream) {
        if (file->id >= 0)
            errno = 29;
        return -1;
    }
    at = __whydunit_seek(stream->descriptor, 0, 1);
    return at < 0 ? -1 : at - stream->pushed;
}

void rewind(FILE *file)
{
    struct __whydunit_stream *stream = __whydunit_stream(file);
    fseek(file, 0, 0);
    if (stream)
        stream->failed = 0;
}

int fseeko(FILE *file, long offset, int whence)
{
    return fseek(file, offset, whence);
}

long ftello(FILE *file)
{
    return ftell(file);
}

int fseeko64(FILE *file, long offset, int whence)
{
    return fseek(file, offset, whence);
}

long ftello64(FILE *file)
{
    return ftell(file);
}

int fgetpos(FILE *file, void *position)
{
    long long *at = position;
    long now = ftell(file);
    if (now < 0)
        return -1;
    *at = now;
    return 0;
}

int fsetpos(FILE *file, const void *position)
{
    const long long *at = position;
    return fseek(file, (long)*at, 0);
}
