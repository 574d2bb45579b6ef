/*
 * Files and descriptors, beneath <stdio.h> and <unistd.h>.
 *
 * A file is held in memory. One that the program did not create comes from outside, byte by byte
 * as it is read; what the program writes stays in memory and is there when it is read again.
 * Descriptors 0, 1 and 2 are pipes to the outside.
 */
#include "concrex.h"

struct file {
    struct file *next;
    char *name; /* NULL once removed, or if it never had one */
    int exists;
    int complete; /* nothing more comes from outside */
    unsigned char *bytes;
    size_t size;
    size_t capacity;
    int unflushed; /* one more than the descriptor of a stream that may still keep what was written */
};

struct descriptor {
    int open;
    int flags;
    size_t position;
    struct file *file; /* NULL for the pipes to the outside */
    size_t unbuffered_position; /* what it was after the last use that was not by a stream */
};

#define MOST_DESCRIPTORS 256

static struct file *files;
static struct descriptor descriptors[MOST_DESCRIPTORS] = {
    {1, O_RDONLY, 0, NULL, 0},
    {1, O_WRONLY, 0, NULL, 0},
    {1, O_WRONLY, 0, NULL, 0},
};

static int fail(int error)
{
    errno = error;
    return -1;
}

/* ---- Files ---- */

static struct file *new_file(const char *name)
{
    struct file *file = __concrex_alloc_internal(sizeof *file);
    file->name = NULL;
    if (name != NULL) {
        size_t size = __concrex_length(name) + 1;
        file->name = __concrex_alloc_internal(size);
        __concrex_copy(file->name, name, size);
    }
    file->exists = 0;
    file->complete = 1;
    file->bytes = NULL;
    file->size = 0;
    file->capacity = 0;
    file->unflushed = 0;
    file->next = files;
    files = file;
    return file;
}

static int begins_with(const char *text, const char *start)
{
    while (*start != '\0' && *text == *start) text++, start++;
    return *start == '\0';
}

/* The file of that name; whether it exists outside is asked once. */
static struct file *find_file(const char *name)
{
    if (name[0] == '/' &&
        (begins_with(name, "/dev/") || begins_with(name, "/proc/") || begins_with(name, "/sys/")))
        __concrex_unsupported("files of the system");
    for (struct file *file = files; file != NULL; file = file->next)
        if (file->name != NULL && __concrex_equal(file->name, name)) return file;
    struct file *file = new_file(name);
    file->exists = __concrex_input_value(SOURCE_FILE, name) != 0;
    file->complete = !file->exists;
    return file;
}

static void reserve(struct file *file, size_t size)
{
    if (size <= file->capacity) return;
    size_t capacity = file->capacity == 0 ? 64 : file->capacity;
    while (capacity < size) capacity *= 2;
    unsigned char *larger = __concrex_alloc_internal(capacity);
    if (file->bytes != NULL) {
        __concrex_copy(larger, file->bytes, file->size);
        __concrex_free_internal(file->bytes);
    }
    file->bytes = larger;
    file->capacity = capacity;
}

static void set_size(struct file *file, size_t size)
{
    reserve(file, size);
    if (size > file->size) __concrex_fill(file->bytes + file->size, 0, size - file->size);
    file->size = size;
}

/* Fetches from outside until the file has the given size or ends. */
static void load(struct file *file, size_t size)
{
    while (!file->complete && file->size < size) {
        int byte = __concrex_input_byte(SOURCE_FILE, file->name, file->size);
        if (byte < 0) {
            file->complete = 1;
        } else {
            reserve(file, file->size + 1);
            file->bytes[file->size++] = (unsigned char)byte;
        }
    }
}

static void truncate_file(struct file *file)
{
    file->complete = 1;
    file->size = 0;
}

/* A name that is taken away leaves the contents to the descriptors that are open on them. */
static void drop_name(struct file *file)
{
    load(file, SIZE_MAX);
    new_file(file->name);
    file->name = NULL;
}

int __concrex_file_exists(const char *name) { return name[0] != '\0' && find_file(name)->exists; }

int __concrex_remove(const char *name)
{
    if (name[0] == '\0') return fail(ENOENT);
    struct file *file = find_file(name);
    if (!file->exists) return fail(ENOENT);
    drop_name(file);
    return 0;
}

int __concrex_rename(const char *from, const char *to)
{
    if (from[0] == '\0' || to[0] == '\0') return fail(ENOENT);
    struct file *file = find_file(from);
    if (!file->exists) return fail(ENOENT);
    if (__concrex_equal(from, to)) return 0;
    struct file *replaced = find_file(to);
    load(replaced, SIZE_MAX);
    replaced->name = NULL;
    drop_name(file);
    size_t size = __concrex_length(to) + 1;
    file->name = __concrex_alloc_internal(size);
    __concrex_copy(file->name, to, size);
    return 0;
}

/* ---- Descriptors ---- */

static struct descriptor *find_descriptor(int number)
{
    if (number < 0 || number >= MOST_DESCRIPTORS || !descriptors[number].open) {
        errno = EBADF;
        return NULL;
    }
    return &descriptors[number];
}

static int is_readable(const struct descriptor *d) { return (d->flags & O_ACCMODE) != O_WRONLY; }
static int is_writable(const struct descriptor *d) { return (d->flags & O_ACCMODE) != O_RDONLY; }

/* Streams are not buffered here: what a buffer would make visible is not modelled. */

#define NO_DESCRIPTOR (-1)

static int is_open(int number)
{
    return number >= 0 && number < MOST_DESCRIPTORS && descriptors[number].open;
}

static void require_flushed(const struct file *file, int number)
{
    if (file->unflushed != 0 && file->unflushed != number + 1)
        __concrex_unsupported("what a stream has not written to its file yet");
}

/* A stream may have read more than it gave, or keep what it was given, if it moved the position. */
void __concrex_begin_unbuffered(int number)
{
    if (is_open(number) && descriptors[number].position != descriptors[number].unbuffered_position)
        __concrex_unsupported("a descriptor whose stream was used");
}

void __concrex_end_unbuffered(int number)
{
    if (!is_open(number)) return;
    struct descriptor *d = &descriptors[number];
    d->unbuffered_position = d->position;
    if (d->file != NULL && d->file->unflushed == number + 1) d->file->unflushed = 0;
}

void __concrex_flushed(int number)
{
    for (struct file *file = files; file != NULL; file = file->next)
        if (number == ALL_DESCRIPTORS || file->unflushed == number + 1) file->unflushed = 0;
}

static int open_file(struct file *file, int flags)
{
    for (int number = 0; number < MOST_DESCRIPTORS; number++)
        if (!descriptors[number].open) {
            struct descriptor fresh = {1, flags, 0, file, 0};
            descriptors[number] = fresh;
            return number;
        }
    return fail(EMFILE);
}

int __concrex_open(const char *name, int flags)
{
    if (name[0] == '\0') return fail(ENOENT);
    if ((flags & O_ACCMODE) == O_ACCMODE)
        __concrex_unsupported("opening a file neither to read nor to write");
    struct file *file = find_file(name);
    if (!file->exists && !(flags & O_CREAT)) return fail(ENOENT);
    if (file->exists && (flags & O_CREAT) && (flags & O_EXCL)) return fail(EEXIST);
    file->exists = 1;
    if (flags & O_TRUNC) {
        require_flushed(file, NO_DESCRIPTOR);
        truncate_file(file);
    }
    return open_file(file, flags);
}

int __concrex_open_anonymous(void)
{
    struct file *file = new_file(NULL);
    file->exists = 1;
    return open_file(file, O_RDWR);
}

int __concrex_close(int number)
{
    struct descriptor *d = find_descriptor(number);
    if (d == NULL) return -1;
    d->open = 0;
    return 0;
}

int __concrex_descriptor_flags(int number)
{
    struct descriptor *d = find_descriptor(number);
    return d == NULL ? -1 : d->flags & (O_ACCMODE | O_APPEND);
}

static size_t read_standard_input(struct descriptor *d, unsigned char *data, size_t n)
{
    size_t count = 0;
    while (count < n) {
        int byte = __concrex_input_byte(SOURCE_STDIN, NULL, d->position);
        if (byte < 0) break;
        d->position++;
        data[count++] = (unsigned char)byte;
    }
    return count;
}

ssize_t __concrex_read(int number, void *data, size_t n)
{
    struct descriptor *d = find_descriptor(number);
    if (d == NULL) return -1;
    if (!is_readable(d)) return fail(EBADF);
    if (d->file == NULL) return (ssize_t)read_standard_input(d, data, n);
    require_flushed(d->file, number);
    if (n > SIZE_MAX - d->position) n = SIZE_MAX - d->position;
    load(d->file, d->position + n);
    if (d->position >= d->file->size) return 0;
    size_t left = d->file->size - d->position;
    size_t count = n < left ? n : left;
    __concrex_copy(data, d->file->bytes + d->position, count);
    d->position += count;
    return (ssize_t)count;
}

ssize_t __concrex_write(int number, const void *data, size_t n)
{
    struct descriptor *d = find_descriptor(number);
    if (d == NULL) return -1;
    if (!is_writable(d)) return fail(EBADF);
    if (n == 0) return 0;
    if (d->file == NULL) {
        __concrex_output(number, data, n);
        return (ssize_t)n;
    }
    require_flushed(d->file, number);
    load(d->file, SIZE_MAX);
    if (d->flags & O_APPEND) d->position = d->file->size;
    size_t end = d->position + n;
    if (end > d->file->size) set_size(d->file, end);
    __concrex_copy(d->file->bytes + d->position, data, n);
    d->position = end;
    d->file->unflushed = number + 1;
    return (ssize_t)n;
}

long long __concrex_seek(int number, long long offset, int whence)
{
    struct descriptor *d = find_descriptor(number);
    if (d == NULL) return -1;
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) return fail(EINVAL);
    if (d->file == NULL) __concrex_unsupported("positions in a standard stream");
    long long start = 0;
    if (whence == SEEK_CUR) start = (long long)d->position;
    if (whence == SEEK_END) {
        require_flushed(d->file, number);
        load(d->file, SIZE_MAX);
        start = (long long)d->file->size;
    }
    if (offset < 0 ? offset < -start : offset > LONG_MAX - start) return fail(EINVAL);
    d->position = (size_t)(start + offset);
    return start + offset;
}

int __concrex_truncate(int number, size_t size)
{
    struct descriptor *d = find_descriptor(number);
    if (d == NULL) return -1;
    if (d->file == NULL || !is_writable(d)) return fail(EINVAL);
    require_flushed(d->file, number);
    load(d->file, SIZE_MAX);
    set_size(d->file, size);
    return 0;
}
