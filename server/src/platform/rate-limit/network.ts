import { networkOf } from '#pure/addresses';

/** The part of a client's address that the client cannot choose freely: all of IPv4, the first 64 bits of IPv6. */
export const network = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 });
