/** The part of a client's address that many share: three numbers of IPv4, the first 48 bits of IPv6. */
export function networkOf(address: string): string {
  const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 3).join(':');
}
