/*
 * <getopt.h>: command line options, short and long, with GNU's reordering of arguments: what is no
 * option is moved behind the options, unless the option string begins with '+' (stop there) or '-'
 * (return it as the argument of an option 1).
 */
#include "concrex.h"

char *optarg LENT("optarg");
int optind KEPT("optind") = 1;
int opterr LENT("opterr") = 1;
int optopt LENT("optopt") = '?';

struct option {
    const char *name;
    int has_arg; /* 0 no, 1 required, 2 optional */
    int *flag;
    int val;
};

enum ordering { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };
enum long_form { LONG_NONE, LONG_DASHES, LONG_ANY };

/* What a call is about. */
struct command_line {
    int argc;
    char **argv;
    const char *letters;
    enum ordering ordering;
    int quiet; /* the letters begin with ':' */
    const struct option *options;
    int *index;
    enum long_form form;
};

/* What lasts from call to call: the rest of a cluster of letters, and the arguments that were
 * passed over, from `skipped` to before `resumed`. */
static char *cluster;
static int skipped, resumed;
static int started;
static int is_amid KEPT("getopt");

/* ---- Messages ---- */

static void say(const struct command_line *line, const char *before, const char *what,
                const char *after)
{
    if (!opterr || line->quiet) return;
    __concrex_print_error(line->argv[0]);
    __concrex_print_error(": ");
    __concrex_print_error(before);
    __concrex_print_error(what);
    __concrex_print_error(after);
}

static void say_long(const struct command_line *line, const char *before, const char *prefix,
                     const char *what, const char *after)
{
    say(line, before, prefix, "");
    if (!opterr || line->quiet) return;
    __concrex_print_error(what);
    __concrex_print_error(after);
}

static void say_letter(const struct command_line *line, const char *before, char letter)
{
    char text[2] = {letter, '\0'};
    say(line, before, text, "'\n");
}

/* ---- The order of arguments ---- */

static void reverse(char **argv, int from, int to)
{
    for (to--; from < to; from++, to--) {
        char *argument = argv[from];
        argv[from] = argv[to];
        argv[to] = argument;
    }
}

/* Moves the arguments that were passed over behind the options that followed them. */
static void move_skipped(char **argv)
{
    int options = optind - resumed;
    reverse(argv, skipped, resumed);
    reverse(argv, resumed, optind);
    reverse(argv, skipped, optind);
    skipped += options;
    resumed = optind;
}

static int is_option(const char *argument) { return argument[0] == '-' && argument[1] != '\0'; }

static void settle_order(char **argv)
{
    if (skipped != resumed && resumed != optind)
        move_skipped(argv);
    else if (skipped == resumed)
        skipped = optind;
}

/* Advances to the next option. Returns 0 if there is one, 1 for another argument in order, -1 at
 * the end. */
static int find_option(const struct command_line *line)
{
    if (resumed > optind) resumed = optind;
    if (skipped > optind) skipped = optind;
    if (line->ordering == PERMUTE) {
        if (resumed != optind) settle_order(line->argv);
        while (optind < line->argc && !is_option(line->argv[optind])) optind++;
        resumed = optind;
    }
    if (optind != line->argc && __concrex_equal(line->argv[optind], "--")) {
        optind++;
        settle_order(line->argv);
        resumed = line->argc;
        optind = line->argc;
    }
    if (optind == line->argc) {
        if (skipped != resumed) optind = skipped;
        return -1;
    }
    if (is_option(line->argv[optind])) return 0;
    if (line->ordering == REQUIRE_ORDER) return -1;
    optarg = line->argv[optind++];
    return 1;
}

/* ---- Long options ---- */

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (text[n] != '\0' && text[n] != '=') n++;
    return n;
}

static int starts_with(const char *name, const char *start, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] != start[i] || name[i] == '\0') return 0;
    return 1;
}

static int same_effect(const struct option *a, const struct option *b)
{
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

enum match { MATCH_NONE, MATCH_ONE, MATCH_AMBIGUOUS };

/* An exact name wins; an abbreviation must mean one thing only, unless any long form will do. */
static enum match find_long(const struct command_line *line, const char *text, int *which)
{
    size_t length = name_length(text);
    enum match match = MATCH_NONE;
    for (int i = 0; line->options[i].name != NULL; i++) {
        const struct option *candidate = &line->options[i];
        if (!starts_with(candidate->name, text, length)) continue;
        if (candidate->name[length] == '\0') {
            *which = i;
            return MATCH_ONE;
        }
        if (match == MATCH_NONE) {
            match = MATCH_ONE;
            *which = i;
        } else if (line->form == LONG_ANY || !same_effect(candidate, &line->options[*which])) {
            match = MATCH_AMBIGUOUS;
        }
    }
    return match;
}

static void say_ambiguous(const struct command_line *line, const char *prefix, const char *text)
{
    if (!opterr || line->quiet) return;
    int which = 0;
    find_long(line, text, &which);
    say_long(line, "option '", prefix, text, "' is ambiguous; possibilities:");
    size_t length = name_length(text);
    for (int i = which; line->options[i].name != NULL; i++) {
        const struct option *candidate = &line->options[i];
        if (!starts_with(candidate->name, text, length)) continue;
        if (i != which && line->form != LONG_ANY &&
            same_effect(candidate, &line->options[which])) continue;
        __concrex_print_error(" '");
        __concrex_print_error(prefix);
        __concrex_print_error(candidate->name);
        __concrex_print_error("'");
    }
    __concrex_print_error("\n");
}

/* Takes the option, whose text follows the prefix, and its argument. */
static int take_long(const struct command_line *line, const char *prefix, char *text, int which)
{
    const struct option *option = &line->options[which];
    size_t length = name_length(text);
    cluster = NULL;
    optind++;
    if (text[length] == '=') {
        if (option->has_arg == 0) {
            say_long(line, "option '", prefix, option->name, "' doesn't allow an argument\n");
            optopt = option->val;
            return '?';
        }
        optarg = text + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= line->argc) {
            say_long(line, "option '", prefix, option->name, "' requires an argument\n");
            optopt = option->val;
            return line->quiet ? ':' : '?';
        }
        optarg = line->argv[optind++];
    }
    if (line->index != NULL) *line->index = which;
    if (option->flag == NULL) return option->val;
    *option->flag = option->val;
    return 0;
}

/* ---- Short options ---- */

/* The place of a letter among those the program knows, or NULL. */
static const char *find_letter(const struct command_line *line, char letter)
{
    const char *known = line->letters;
    while (*known != '\0' && *known != letter) known++;
    return *known == '\0' ? NULL : known;
}

static int take_short(const struct command_line *line)
{
    char letter = *cluster++;
    const char *known = find_letter(line, letter);
    if (*cluster == '\0') optind++;
    if (known == NULL || letter == ':' || letter == ';') {
        say_letter(line, "invalid option -- '", letter);
        optopt = letter;
        return '?';
    }
    if (known[1] != ':') return letter;
    int optional = known[2] == ':';
    if (*cluster != '\0') {
        optarg = cluster;
        optind++;
    } else if (optional) {
        optarg = NULL;
    } else if (optind == line->argc) {
        say_letter(line, "option requires an argument -- '", letter);
        optopt = letter;
        cluster = NULL;
        return line->quiet ? ':' : '?';
    } else {
        optarg = line->argv[optind++];
    }
    cluster = NULL;
    return letter;
}

/* ---- Both ---- */

/* Tries a long option behind one dash; if there is none, its letters may be short options. */
static int is_only_short(const struct command_line *line, const char *text)
{
    int which;
    return find_long(line, text, &which) == MATCH_NONE && find_letter(line, text[0]) != NULL;
}

static int take_argument(const struct command_line *line)
{
    char *argument = line->argv[optind];
    if (line->form == LONG_NONE || line->options == NULL) {
        cluster = argument + 1;
        return take_short(line);
    }
    int dashes = argument[1] == '-' ? 2 : 1;
    char *text = argument + dashes;
    int may_be_long = dashes == 2 ||
                      (line->form == LONG_ANY &&
                       (argument[2] != '\0' || find_letter(line, argument[1]) == NULL));
    if (!may_be_long || (dashes == 1 && is_only_short(line, text))) {
        cluster = argument + 1;
        return take_short(line);
    }
    const char *prefix = dashes == 2 ? "--" : "-";
    int which;
    switch (find_long(line, text, &which)) {
    case MATCH_ONE: return take_long(line, prefix, text, which);
    case MATCH_AMBIGUOUS: say_ambiguous(line, prefix, text); break;
    case MATCH_NONE: say_long(line, "unrecognized option '", prefix, text, "'\n"); break;
    }
    cluster = NULL;
    optind++;
    optopt = 0;
    return '?';
}

static int next_option(struct command_line line)
{
    if (line.argc < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !started) {
        if (optind != 0) END_IF_KEPT(is_amid, "the option that `getopt` goes on with");
        if (optind == 0) optind = 1;
        skipped = resumed = optind;
        cluster = NULL;
        started = 1;
    }
    if (*line.letters == '+' || *line.letters == '-') {
        line.ordering = *line.letters == '+' ? REQUIRE_ORDER : RETURN_IN_ORDER;
        line.letters++;
    }
    line.quiet = *line.letters == ':';
    if (cluster != NULL && *cluster != '\0') return take_short(&line);
    int found = find_option(&line);
    return found != 0 ? found : take_argument(&line);
}

int getopt(int argc, char *const *argv, const char *letters)
{
    struct command_line line = {.argc = argc, .argv = (char **)argv, .letters = letters};
    return next_option(line);
}

/* What <unistd.h> calls getopt if only POSIX is asked for: arguments are not reordered. */
int __posix_getopt(int argc, char *const *argv, const char *letters)
{
    struct command_line line = {
        .argc = argc, .argv = (char **)argv, .letters = letters, .ordering = REQUIRE_ORDER};
    return next_option(line);
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options,
                int *index)
{
    struct command_line line = {.argc = argc,
                                .argv = (char **)argv,
                                .letters = letters,
                                .options = options,
                                .index = index,
                                .form = LONG_DASHES};
    return next_option(line);
}

int getopt_long_only(int argc, char *const *argv, const char *letters,
                     const struct option *options, int *index)
{
    struct command_line line = {.argc = argc,
                                .argv = (char **)argv,
                                .letters = letters,
                                .options = options,
                                .index = index,
                                .form = LONG_ANY};
    return next_option(line);
}
