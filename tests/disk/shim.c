/* Stands before the C library, to fail what a disk may fail and to move clocks. Compiled by tests/disk.rs.
 *
 * FAIL_UNDER  paths below it count
 * FAIL_AT     which of the calls that open for writing, write, rename, cut, make a folder or sync is to fail, from 1
 * FAIL_HOW    "once": that one fails with EIO; "full": that and all later ones fail with ENOSPC;
 *             "short": as full, but a write writes half first; "readonly": all opens for writing fail with EROFS
 * FAIL_MARK   a file that is made when something has failed
 * NO_LOCKS    "1": no file can be locked, as on a network disk without locks
 * CLOCK       "1": the wall clock jumps back and forth by days, the monotonic one forward by minutes
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;

static const char *how(void) {
    const char *text = getenv("FAIL_HOW");
    return text ? text : "";
}

static int counts(const char *path) {
    const char *under = getenv("FAIL_UNDER");
    char here[PATH_MAX], full[2 * PATH_MAX];
    if (!under || !path) return 0;
    if (path[0] != '/' && getcwd(here, sizeof here)) {
        snprintf(full, sizeof full, "%s/%s", here, path);
        path = full;
    }
    return strncmp(path, under, strlen(under)) == 0;
}

static int counts_fd(int fd) {
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return counts(path);
}

/* The error of this call, or 0. */
static int failure(void) {
    const char *at = getenv("FAIL_AT");
    if (!at) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1, wanted = atol(at);
    int once = strcmp(how(), "once") == 0;
    if (once ? number != wanted : number < wanted) return 0;
    const char *mark = getenv("FAIL_MARK");
    if (mark) {
        long fd = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0666);
        if (fd >= 0) syscall(SYS_close, fd);
    }
    return once ? EIO : ENOSPC;
}

static int open_failure(const char *path, int flags) {
    if (!(flags & (O_WRONLY | O_RDWR | O_CREAT)) || !counts(path)) return 0;
    if (strcmp(how(), "readonly") == 0) return EROFS;
    return failure();
}

#define OPEN(NAME)                                              \
    int NAME(const char *path, int flags, ...) {                \
        va_list rest;                                           \
        va_start(rest, flags);                                  \
        int mode = va_arg(rest, int), error;                    \
        va_end(rest);                                           \
        if ((error = open_failure(path, flags))) {              \
            errno = error;                                      \
            return -1;                                          \
        }                                                       \
        return syscall(SYS_openat, AT_FDCWD, path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t count) {
    int error = counts_fd(fd) ? failure() : 0;
    if (!error) return syscall(SYS_write, fd, bytes, count);
    if (strcmp(how(), "short") == 0 && count > 1) syscall(SYS_write, fd, bytes, count / 2);
    errno = error;
    return -1;
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
    int error = counts_fd(fd) ? failure() : 0;
    if (!error) return syscall(SYS_writev, fd, pieces, count);
    errno = error;
    return -1;
}

#define CALL(NAME, PATH, ARGUMENTS, NUMBER, ...)     \
    int NAME ARGUMENTS {                             \
        int error = (PATH) ? failure() : 0;          \
        if (!error) return syscall(NUMBER, __VA_ARGS__); \
        errno = error;                               \
        return -1;                                   \
    }
CALL(rename, counts(to), (const char *from, const char *to), SYS_renameat, AT_FDCWD, from, AT_FDCWD, to)
CALL(mkdir, counts(path), (const char *path, mode_t mode), SYS_mkdirat, AT_FDCWD, path, mode)
CALL(fsync, counts_fd(fd), (int fd), SYS_fsync, fd)
CALL(fdatasync, counts_fd(fd), (int fd), SYS_fdatasync, fd)
CALL(ftruncate, counts_fd(fd), (int fd, off_t length), SYS_ftruncate, fd, length)
CALL(ftruncate64, counts_fd(fd), (int fd, off_t length), SYS_ftruncate, fd, length)

int flock(int fd, int operation) {
    const char *none = getenv("NO_LOCKS");
    if (!none || *none != '1') return syscall(SYS_flock, fd, operation);
    errno = ENOLCK;
    return -1;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static atomic_long looks;
    int result = syscall(SYS_clock_gettime, clock, time);
    const char *moved = getenv("CLOCK");
    if (result == 0 && moved && *moved == '1') {
        long look = atomic_fetch_add(&looks, 1);
        if (clock == CLOCK_REALTIME) time->tv_sec += (look % 3 - 1) * 86400;
        if (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME) time->tv_sec += look / 50 * 600;
    }
    return result;
}
