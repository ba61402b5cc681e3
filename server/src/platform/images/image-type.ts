/** The types that are taken, with the ending of a file name. */
export const imageTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

export type ImageType = keyof typeof imageTypes;

/** First bytes as Latin-1; the four bytes of a WebP file that hold its length may be any. */
const signatures: readonly [type: ImageType, from: number, text: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
];

/** The type by the first bytes; what the sender states is not asked. Null for everything else, SVG included. */
export function sniffImage(bytes: Buffer): ImageType | null {
  const start = bytes.toString('latin1', 0, 12);
  const found = signatures.find(([, from, text]) => start.startsWith(text, from))?.[0] ?? null;
  return found === 'image/webp' && !start.startsWith('RIFF') ? null : found;
}
