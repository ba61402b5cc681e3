import { type Ip, parseIp } from './ip.ts';

/** The name under which DNS keeps the names of an address (RFC 1035, RFC 3596); null for what is no address. */
export function reverseNameOf(address: string): string | null {
  const ip = parseIp(address);
  if (!ip) return null;
  return `${partsOf(ip).toReversed().join('.')}.${ip.version === 4 ? 'in-addr' : 'ip6'}.arpa`;
}

const partsOf = ({ version, value }: Ip): string[] =>
  version === 4
    ? [24n, 16n, 8n, 0n].map((bits) => String((value >> bits) & 0xffn))
    : [...value.toString(16).padStart(32, '0')];
