#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct value value;
struct value {
    enum { NUL, BOOL, NUMBER, STRING, ARRAY, OBJECT } kind;
    union { int boolean; double number; char *string; struct { value **items; char **keys; size_t count; } list; };
};
typedef struct { const char *at; int depth, error; } reader;

static void skip(reader *r) { while (isspace((unsigned char)*r->at)) r->at++; }
static value *make(int kind) { value *v = calloc(1, sizeof *v); v->kind = kind; return v; }
static char *string(reader *r)
{
    char *out = malloc(strlen(r->at) + 1), *o = out;
    for (r->at++; *r->at && *r->at != '"'; r->at++)
        if (*r->at == '\\')
            switch (*++r->at) { case 'n': *o++ = '\n'; break; case 't': *o++ = '\t'; break; default: *o++ = *r->at; }
        else
            *o++ = *r->at;
    *o = 0;
    if (*r->at == '"') r->at++; else r->error = 1;
    return out;
}
static value *read_value(reader *r)
{
    value *v;
    skip(r);
    if (*r->at == '"') {
        v = make(STRING);
        v->string = string(r);
    } else if (*r->at == '[' || *r->at == '{') {
        int object = *r->at++ == '{';
        char close = object ? '}' : ']';
        v = make(object ? OBJECT : ARRAY);
        for (skip(r); *r->at && *r->at != close; skip(r)) {
            v->list.items = realloc(v->list.items, (v->list.count + 1) * sizeof *v->list.items);
            v->list.keys = realloc(v->list.keys, (v->list.count + 1) * sizeof *v->list.keys);
            v->list.keys[v->list.count] = NULL;
            if (object) {
                v->list.keys[v->list.count] = string(r);
                skip(r);
                if (*r->at++ != ':') r->error = 2;
            }
            v->list.items[v->list.count++] = read_value(r);
            skip(r);
            if (*r->at == ',') r->at++;
        }
        r->at++;
    } else if (!strncmp(r->at, "true", 4) || !strncmp(r->at, "false", 5)) {
        v = make(BOOL);
        v->boolean = *r->at == 't';
        r->at += v->boolean ? 4 : 5;
    } else if (!strncmp(r->at, "null", 4)) {
        v = make(NUL);
        r->at += 4;
    } else {
        char *end;
        v = make(NUMBER);
        v->number = strtod(r->at, &end);
        if (end == r->at) { r->error = 3; end++; }
        r->at = end;
    }
    return v;
}
static void show(const value *v)
{
    switch (v->kind) {
    case NUL: printf("null"); break;
    case BOOL: printf(v->boolean ? "true" : "false"); break;
    case NUMBER: printf("%g", v->number); break;
    case STRING: printf("\"%s\"", v->string); break;
    case ARRAY: case OBJECT:
        putchar(v->kind == ARRAY ? '[' : '{');
        for (size_t i = 0; i < v->list.count; i++) {
            if (i) putchar(',');
            if (v->list.keys[i]) printf("\"%s\":", v->list.keys[i]);
            show(v->list.items[i]);
        }
        putchar("[{]}"[2 + (v->kind == OBJECT)]);
    }
}

int main(void)
{
    reader r = { "{\"name\": \"why\\tdunit\", \"list\": [1, 2.5e1, -3, [ ], {}], \"ok\": true, \"no\" : false, \"nothing\":null}", 0, 0 };
    value *v = read_value(&r);
    show(v);
    printf("\n%d %d %zu\n", r.error, *r.at, v->list.count);
    r = (reader){ "[1, \"open" };
    show(read_value(&r));
    printf("\n%d\n", r.error);
    return 0;
}
