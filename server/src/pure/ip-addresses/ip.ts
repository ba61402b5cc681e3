import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as a number. */
export interface Ip {
  readonly version: 4 | 6;
  readonly value: bigint;
}

const maxCharacters = 45; // an IPv6 address with an IPv4 address in dots at its end

/** Reads an address without a zone. An IPv4 address in its IPv6 form (`::ffff:192.0.2.1`) is the IPv4 address. */
export function parseIp(text: string): Ip | null {
  if (text.length > maxCharacters || text.includes('%')) return null;
  if (isIPv4(text)) return { version: 4, value: valueOfIpv4(text) };
  if (!isIPv6(text)) return null;
  const value = valueOfIpv6(text);
  return value >> 32n === 0xffffn ? ipv4In(value) : { version: 6, value };
}

/** The IPv4 address in the last 32 bits of a value. */
export const ipv4In = (value: bigint): Ip => ({ version: 4, value: value & 0xffff_ffffn });

const valueOfIpv4 = (text: string): bigint =>
  text.split('.').reduce((value, part) => (value << 8n) | BigInt(Number(part)), 0n);

function valueOfIpv6(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array<bigint>(8 - left.length - right.length).fill(0n);
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | group, 0n);
}

const groupsOf = (text: string): bigint[] =>
  text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes('.')) return [BigInt(`0x${group}`)];
      const value = valueOfIpv4(group);
      return [value >> 16n, value & 0xffffn];
    });
