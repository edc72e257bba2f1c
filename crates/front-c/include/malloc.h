#ifndef _MALLOC_H
#define _MALLOC_H 1
#include <stdlib.h>
#include <stdio.h>
void *memalign(size_t, size_t);
void *pvalloc(size_t);
size_t malloc_usable_size(void *);
#endif
