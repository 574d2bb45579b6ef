/*
 * <arpa/inet.h>: numbers in network order, which is the reverse of x86's.
 */
#include "concrex.h"

static uint16_t reverse16(uint16_t value) { return (uint16_t)(value << 8 | value >> 8); }

static uint32_t reverse32(uint32_t value)
{
    return value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00) | value >> 24;
}

uint16_t htons(uint16_t value) { return reverse16(value); }
uint16_t ntohs(uint16_t value) { return reverse16(value); }
uint32_t htonl(uint32_t value) { return reverse32(value); }
uint32_t ntohl(uint32_t value) { return reverse32(value); }
