/*
 * The declarations before a function that is made for one format (src/format.rs). Nothing is defined.
 */
#include "formats.h"
