unsigned htonl(unsigned x)
{
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
}

unsigned ntohl(unsigned x)
{
    return htonl(x);
}

unsigned short htons(unsigned short x)
{
    return (unsigned short)((unsigned)x >> 8 | (unsigned)x << 8);
}

unsigned short ntohs(unsigned short x)
{
    return htons(x);
}
