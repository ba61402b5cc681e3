/** A refusal in the code: its kind, or the status that the code writes itself. */
export interface FoundCode {
  readonly path: string;
  readonly kind: string | number;
  readonly code: string;
}

const defined = /\b(?:refusal|plainRefusal)\(\s*'([a-z-]+)',\s*'([A-Z_]+)'/g;
const absent = /\bmissing\(\s*'([A-Z_]+)'/g;
/** Status line next to its code, for replies to a request that could not be parsed. */
const written = /'(\d{3}) [A-Za-z ]+',\s*'([A-Z_]+)'/g;

/** Every refusal that a source file defines. */
export const findCodes = (path: string, source: string): FoundCode[] => [
  ...Array.from(source.matchAll(defined), ([, kind = '', code = '']) => ({ path, kind, code })),
  ...Array.from(source.matchAll(absent), ([, code = '']) => ({ path, kind: 'missing', code })),
  ...Array.from(source.matchAll(written), ([, status, code = '']) => ({ path, kind: Number(status), code })),
];
