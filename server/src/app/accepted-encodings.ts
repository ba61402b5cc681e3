/** What a client can unpack, by its `Accept-Encoding`. */
export function acceptedEncodings(header: string | string[] | null | undefined): Set<string> {
  const items = String(header ?? '')
    .toLowerCase()
    .split(',');
  const names = items.map((item) => item.split(';').map((part) => part.trim()));
  return new Set(names.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([name = '']) => name));
}
