/** Contacts that exist before the import. */
export const knownFile = (count: number): string =>
  csv(
    ['email', 'plan', 'n'],
    Array.from({ length: Math.floor(count / 4) }, (_, n) => [`p${n * 4}@example.com`, 'free', String(n)]),
  );

/**
 * New contacts, known ones that change, known ones that do not, opt-outs of known ones, addresses that come twice (near
 * and far) and rows that fail.
 */
export function mixedFile(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    if (n % 97 === 5) return [`broken ${n}`, 'pro', '1', ''];
    if (n % 89 === 7) return [`p${n - 3}@example.com`, 'again', String(n), ''];
    if (n % 83 === 9) return [`p${count - n}@example.com`, 'later', String(n), ''];
    if (n % 8 === 0) return [`p${n}@example.com`, 'free', String(n / 4), ''];
    return [`p${n}@example.com`, 'pro', String(n), n % 12 === 4 ? 'no' : ''];
  });
  return csv(['email', 'plan', 'n', 'subscribed'], rows);
}

const csv = (header: readonly string[], rows: readonly string[][]): string =>
  [header, ...rows].map((cells) => cells.join(',')).join('\n');
