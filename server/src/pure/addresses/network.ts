/** How much of an address names the network: multiples of 8 bits for IPv4, of 16 for IPv6. */
export interface NetworkBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** The network part of a client's address, as text. */
export function networkOf(address: string, { ipv4, ipv6 }: NetworkBits): string {
  const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return plain.split('.', ipv4 / 8).join('.');
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, ipv6 / 16).join(':');
}
