/** One piece of a regular expression. `set` has the sample characters that it matches; zero-width pieces have none. */
export type Piece =
  | { readonly kind: 'atom'; readonly set: CharacterSet; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly branches: readonly Branch[]; readonly min: number; readonly max: number }
  /** `^`, `$`, `\b`, look-ahead and look-behind: matches no character and may fail. */
  | { readonly kind: 'test'; readonly isStart: boolean; readonly inner: readonly Branch[] };

export type Branch = readonly Piece[];
export type CharacterSet = ReadonlySet<string>;

/** Sample characters: ASCII, and one of each kind that patterns distinguish. */
const samples = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)),
  ...['\u0085', '\u00a0', 'é', 'ß', '\u0301', '\u200b', '\u2028', '中', '\ufeff', '🐎'],
];

/** Reads a pattern as far as the analysis needs it. */
export function parsePattern(source: string, flags: string): readonly Branch[] {
  const reader = { source, at: 0, flags: flags.replace(/[gyd]/g, '') };
  const branches = readBranches(reader);
  if (reader.at < source.length) throw new Error(`cannot read the pattern behind ${source.slice(0, reader.at)}`);
  return branches;
}

interface PatternReader {
  readonly source: string;
  readonly flags: string;
  at: number;
}

function readBranches(reader: PatternReader): Branch[] {
  const branches: Piece[][] = [[]];
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    if (reader.source[reader.at] === '|') {
      reader.at += 1;
      branches.push([]);
    } else branches.at(-1)?.push(readPiece(reader));
  }
  return branches;
}

function readPiece(reader: PatternReader): Piece {
  const { source } = reader;
  const zeroWidth = take(reader, /\^|\$|\\[bB]/y);
  if (zeroWidth) return { kind: 'test', isStart: zeroWidth === '^', inner: [] };
  const opening = take(reader, /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y);
  if (opening) {
    const branches = readBranches(reader);
    if (source[reader.at] !== ')') throw new Error(`a group is not closed in ${source}`);
    reader.at += 1;
    if (/[=!]$/.test(opening)) return { kind: 'test', isStart: false, inner: branches };
    return { kind: 'group', branches, ...readQuantifier(reader) };
  }
  const atom = take(reader, /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u\w{4}|\\x\w\w|\\k<\w+>|\\.|[^\\]/suy);
  if (!atom) throw new Error(`cannot read ${source} at ${reader.at}`);
  const isBackReference = /^\\(?:[1-9]|k<)/.test(atom);
  const takes = isBackReference ? null : new RegExp(`^(?:${atom})$`, reader.flags);
  const set = new Set(samples.filter((sample) => takes === null || takes.test(sample)));
  return { kind: 'atom', set, ...readQuantifier(reader) };
}

/** More rounds than this count as unbounded. */
const unboundedRounds = 1_000;

function readQuantifier(reader: PatternReader): { min: number; max: number } {
  const quantifier = take(reader, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y) ?? '';
  if (quantifier === '') return { min: 1, max: 1 };
  if (quantifier[0] === '?') return { min: 0, max: 1 };
  if (quantifier[0] === '*' || quantifier[0] === '+')
    return { min: quantifier[0] === '*' ? 0 : 1, max: Number.POSITIVE_INFINITY };
  const [, min = '0', comma, upper] = /\{(\d+)(,)?(\d*)\}/.exec(quantifier) ?? [];
  const max = comma ? (upper ? Number(upper) : Number.POSITIVE_INFINITY) : Number(min);
  return { min: Number(min), max: max > unboundedRounds ? Number.POSITIVE_INFINITY : max };
}

function take(reader: PatternReader, form: RegExp): string | null {
  form.lastIndex = reader.at;
  const [found] = form.exec(reader.source) ?? [null];
  if (found) reader.at += found.length;
  return found;
}
