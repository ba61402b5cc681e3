/** Half hidden, for a page that anybody with the link may see: `a…@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, at);
  return `${first}…${address.slice(at)}`;
}
