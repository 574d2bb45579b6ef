// A filter that hands a message on as batched SMTP: a dot at the start of a line is doubled, in pieces of SIZE characters,
// as in spamc 2.43 (Figure 6 of Kroening, Groce and Clarke).
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM (SIZE + 4)
#define LONGEST_HEADER 80

enum message_type { MESSAGE_NONE, MESSAGE_ERROR, MESSAGE_RAW, MESSAGE_BSMTP };

struct message {
    enum message_type type;
    char *raw;
    long raw_len;
    char *pre;
    long pre_len;
    char *msg;
    long msg_len;
    char *out;
    long out_len;
    long max_len;
};

static unsigned long written;

static long full_write(const char *from, long length)
{
    long total;

    for (total = 0; total < length; total++)
        putchar(from[total]);
    written += (unsigned long)total;
    return total;
}

static int message_read_raw(struct message *m)
{
    int c;

    m->raw = malloc((size_t)m->max_len + 1);
    if (m->raw == NULL)
        return 0;
    m->raw_len = 0;
    while ((c = getchar()) != EOF) {
        if (m->raw_len == m->max_len)
            return 0;
        m->raw[m->raw_len++] = (char)c;
    }
    m->raw[m->raw_len] = '\0';
    m->type = MESSAGE_RAW;
    return 1;
}

static int starts_with(const char *text, long length, const char *what)
{
    long i;

    for (i = 0; what[i] != '\0'; i++)
        if (i >= length || text[i] != what[i])
            return 0;
    return 1;
}

static int message_read_bsmtp(struct message *m)
{
    long i;

    if (!starts_with(m->raw, m->raw_len, "HELO"))
        return 0;
    for (i = 0; i < m->raw_len; i++) {
        if (m->raw[i] == '\n' && starts_with(m->raw + i + 1, m->raw_len - i - 1, "DATA\n")) {
            m->pre = m->raw;
            m->pre_len = i + 6;
            m->msg = m->raw + m->pre_len;
            m->msg_len = m->raw_len - m->pre_len;
            m->type = MESSAGE_BSMTP;
            return 1;
        }
    }
    return 0;
}

static int message_filter(struct message *m)
{
    char header[LONGEST_HEADER];
    int length;

    length = snprintf(header, sizeof header, "X-Length: %ld\n", m->msg_len);
    m->out = malloc((size_t)(length + m->msg_len + 1));
    if (m->out == NULL)
        return 0;
    memcpy(m->out, header, (size_t)length);
    memcpy(m->out + length, m->msg, (size_t)m->msg_len);
    m->out_len = length + m->msg_len;
    m->out[m->out_len] = '\0';
    return 1;
}

static long message_write(struct message *m)
{
    long total = 0;
    long i, j;
    long jlimit;
    char buffer[ROOM];

    switch (m->type) {
    case MESSAGE_NONE:
        fprintf(stderr, "cannot write this message\n");
        return -1;
    case MESSAGE_ERROR:
    case MESSAGE_RAW:
        return full_write(m->raw, m->raw_len);
    case MESSAGE_BSMTP:
        total = full_write(m->pre, m->pre_len);
        for (i = 0; i < m->out_len;) {
            // repaired: jlimit = (long)(sizeof(buffer) / sizeof(*buffer)) - 2;
            jlimit = (long)(sizeof(buffer) / sizeof(*buffer)) - 1;
            for (j = 0; i < m->out_len && j < jlimit;) {
                if (i + 1 < m->out_len && m->out[i] == '\n' && m->out[i + 1] == '.') {
                    buffer[j++] = m->out[i++];
                    buffer[j++] = m->out[i++];
                    buffer[j++] = '.';
                } else {
                    buffer[j++] = m->out[i++];
                }
            }
            total += full_write(buffer, j);
        }
        return total + full_write(".\n", 2);
    default:
        return -1;
    }
}

static void message_cleanup(struct message *m)
{
    free(m->raw);
    free(m->out);
    memset(m, 0, sizeof *m);
}

int main(void)
{
    struct message m;
    int status = 0;

    memset(&m, 0, sizeof m);
    m.max_len = 4 * ROOM + 256;
    if (!message_read_raw(&m)) {
        status = 1;
    } else if (message_read_bsmtp(&m)) {
        if (!message_filter(&m) || message_write(&m) < 0)
            status = 2;
    } else if (message_write(&m) < 0) {
        status = 3;
    }
    message_cleanup(&m);
    return status;
}
