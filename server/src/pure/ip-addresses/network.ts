import { type Ip, parseIp } from './ip.ts';

/** All addresses that begin with the same bits. */
export interface IpNetwork {
  readonly version: 4 | 6;
  /** The bits that its addresses have in common, as a number. */
  readonly prefix: bigint;
  /** How many bits the rest of an address has. */
  readonly hostBits: bigint;
}

/** Reads `192.0.2.0/24`, `2001:db8::/32`, or one address alone. Bits behind the prefix do not count. */
export function parseNetwork(text: string): IpNetwork | null {
  const [address = '', bits, ...rest] = text.split('/', 3);
  const ip = parseIp(address);
  if (!ip || rest.length > 0) return null;
  const all = ip.version === 4 ? 32 : 128;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const prefixBits = bits === undefined ? all : Number(bits);
  if (prefixBits > all) return null;
  const hostBits = BigInt(all - prefixBits);
  return { version: ip.version, prefix: ip.value >> hostBits, hostBits };
}

export const isInNetwork = (ip: Ip, { version, prefix, hostBits }: IpNetwork): boolean =>
  ip.version === version && ip.value >> hostBits === prefix;
