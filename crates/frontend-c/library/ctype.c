/*
 * <ctype.h> in the "C" locale.
 *
 * glibc's macros read the table behind __ctype_b_loc. It covers exactly the arguments the standard
 * allows, EOF and the values of unsigned char, so that any other argument is out of its bounds;
 * the functions check the same. Results are glibc's class masks, not just 0 and 1.
 */
#include "concrex.h"

enum {
    BLANK = 0x1,
    CONTROL = 0x2,
    PUNCTUATION = 0x4,
    ALPHANUMERIC = 0x8,
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEXADECIMAL = 0x1000,
    SPACE = 0x2000,
    PRINTABLE = 0x4000,
    GRAPHIC = 0x8000
};

static int allowed(int c)
{
    __concrex_check(c >= EOF && c <= 255, "precondition",
                    "character argument is neither EOF nor representable as unsigned char");
    return c;
}

static int is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static int is_lower(int c) { return c >= 'a' && c <= 'z'; }
static int is_alpha(int c) { return is_upper(c) || is_lower(c); }
static int is_alnum(int c) { return is_alpha(c) || __concrex_is_digit(c); }
static int is_graph(int c) { return c > ' ' && c <= '~'; }

int isupper(int c) { return is_upper(allowed(c)) ? UPPER : 0; }
int islower(int c) { return is_lower(allowed(c)) ? LOWER : 0; }
int isalpha(int c) { return is_alpha(allowed(c)) ? ALPHA : 0; }
int isdigit(int c) { return __concrex_is_digit(allowed(c)) ? DIGIT : 0; }
int isalnum(int c) { return is_alnum(allowed(c)) ? ALPHANUMERIC : 0; }
int isspace(int c) { return __concrex_is_space(allowed(c)) ? SPACE : 0; }
int isblank(int c) { return allowed(c) == ' ' || c == '\t' ? BLANK : 0; }
int isgraph(int c) { return is_graph(allowed(c)) ? GRAPHIC : 0; }
int isprint(int c) { return is_graph(allowed(c)) || c == ' ' ? PRINTABLE : 0; }
int ispunct(int c) { return is_graph(allowed(c)) && !is_alnum(c) ? PUNCTUATION : 0; }
int iscntrl(int c) { return (allowed(c) >= 0 && c < ' ') || c == 127 ? CONTROL : 0; }
int isxdigit(int c) { return __concrex_digit_value(allowed(c)) < 16 ? HEXADECIMAL : 0; }

int tolower(int c) { return __concrex_lower(allowed(c)); }
int toupper(int c) { return __concrex_upper(allowed(c)); }
int _tolower(int c) { return __concrex_lower(allowed(c)); }
int _toupper(int c) { return __concrex_upper(allowed(c)); }

int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }

/* ---- The tables behind glibc's macros; the first entry of each is EOF's ---- */

#define CTL CONTROL
#define TAB (BLANK | CONTROL | SPACE)
#define GAP (CONTROL | SPACE)
#define SPC (BLANK | SPACE | PRINTABLE)
#define PUN (PUNCTUATION | PRINTABLE | GRAPHIC)
#define DIG (DIGIT | HEXADECIMAL | ALPHANUMERIC | PRINTABLE | GRAPHIC)
#define UPP (UPPER | ALPHA | ALPHANUMERIC | PRINTABLE | GRAPHIC)
#define LOW (LOWER | ALPHA | ALPHANUMERIC | PRINTABLE | GRAPHIC)
#define UHX (UPP | HEXADECIMAL)
#define LHX (LOW | HEXADECIMAL)

static const unsigned short classes[257] = {
    0,
    CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, TAB, GAP, GAP, GAP, GAP, CTL, CTL,
    CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL, CTL,
    SPC, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN, PUN,
    DIG, DIG, DIG, DIG, DIG, DIG, DIG, DIG, DIG, DIG, PUN, PUN, PUN, PUN, PUN, PUN,
    PUN, UHX, UHX, UHX, UHX, UHX, UHX, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP,
    UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, PUN, PUN, PUN, PUN, PUN,
    PUN, LHX, LHX, LHX, LHX, LHX, LHX, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW,
    LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, PUN, PUN, PUN, PUN, CTL,
};

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *table = classes + 1;
    return &table;
}

static const int32_t lowered[257] = {
    EOF,
      0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,  15,
     16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  26,  27,  28,  29,  30,  31,
     32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  42,  43,  44,  45,  46,  47,
     48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,
     64,  97,  98,  99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122,  91,  92,  93,  94,  95,
     96,  97,  98,  99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

const int32_t **__ctype_tolower_loc(void)
{
    static const int32_t *table = lowered + 1;
    return &table;
}

static const int32_t raised[257] = {
    EOF,
      0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,  15,
     16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  26,  27,  28,  29,  30,  31,
     32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  42,  43,  44,  45,  46,  47,
     48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,
     64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,  79,
     80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90,  91,  92,  93,  94,  95,
     96,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,  79,
     80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

const int32_t **__ctype_toupper_loc(void)
{
    static const int32_t *table = raised + 1;
    return &table;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }
