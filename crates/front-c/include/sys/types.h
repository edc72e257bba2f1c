#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H 1
#include <whydunit/types.h>
/* The same types as the system's, under the system's guards, so that its other headers fit. */
#define __ssize_t_defined 1
#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned long nlink_t;
#else
typedef int ssize_t;
typedef unsigned long long dev_t;
typedef unsigned long ino_t;
typedef unsigned int nlink_t;
#endif
#define __dev_t_defined 1
#define __ino_t_defined 1
#define __nlink_t_defined 1
#define __gid_t_defined 1
typedef unsigned int gid_t;
#define __uid_t_defined 1
typedef unsigned int uid_t;
#define __mode_t_defined 1
typedef unsigned int mode_t;
#define __off_t_defined 1
typedef long off_t;
#define __pid_t_defined 1
typedef int pid_t;
#define __id_t_defined 1
typedef unsigned int id_t;
#define __time_t_defined 1
typedef long time_t;
#define __clock_t_defined 1
typedef long clock_t;
#define __clockid_t_defined 1
typedef int clockid_t;
#define __timer_t_defined 1
typedef void *timer_t;
#define __useconds_t_defined 1
typedef unsigned int useconds_t;
#define __suseconds_t_defined 1
typedef long suseconds_t;
#define __blksize_t_defined 1
typedef long blksize_t;
#define __blkcnt_t_defined 1
typedef long blkcnt_t;
#define __fsblkcnt_t_defined 1
typedef unsigned long fsblkcnt_t;
#define __fsfilcnt_t_defined 1
typedef unsigned long fsfilcnt_t;
#define __key_t_defined 1
typedef int key_t;
#define __daddr_t_defined 1
typedef int daddr_t;
typedef char *caddr_t;
#define __intptr_t_defined 1
typedef __INTPTR_TYPE__ intptr_t;
#define __int8_t_defined 1
#define _BITS_STDINT_INTN_H 1
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
/* Names that the system's headers take from each other. */
typedef ssize_t __ssize_t;
typedef off_t __off_t;
typedef __INT64_TYPE__ __off64_t;
typedef pid_t __pid_t;
typedef unsigned int __socklen_t;
#ifdef __WHYDUNIT_POSIX
#define __u_char_defined 1
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef __INT64_TYPE__ quad_t;
typedef __UINT64_TYPE__ u_quad_t;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned long ulong;
typedef unsigned short ushort;
typedef unsigned int uint;
#endif
#endif
