/** What separates the cells; the API reads these three. */
export type Delimiter = ',' | ';' | '\t';
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export const delimiters: readonly Delimiter[] = [',', ';', '\t'];
export const encodings: readonly Encoding[] = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'];

/** The limit of the API, named before the upload. */
export const maxBytes = 5_242_880;
export const maxColumns = 200;
export const maxRows = 200_000;

/** Rows that are kept for the preview. */
const previewRows = 20;

/** The byte order mark if there is one; else UTF-8 if the bytes are; else what older spreadsheets write. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text without its byte order mark. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);

export interface CsvPreview {
  /** The first rows, the one with the names included if the file has it. */
  readonly rows: readonly (readonly string[])[];
  /** All rows of the file. */
  readonly count: number;
  /** Where the first row begins and ends in the text. */
  readonly first: { readonly from: number; readonly to: number };
}

/** Reads the first rows and counts the others. Nothing is an error here: the server reads the file again. */
export function readCsv(text: string, delimiter: Delimiter): CsvPreview {
  const rows: string[][] = [];
  let count = 0;
  let first = { from: 0, to: 0 };
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === cr || code === lf) {
      index += 1;
      continue;
    }
    const row = readRow(text, index, delimiter, rows.length <= previewRows);
    if (!row.isBlank) {
      if (count === 0) first = { from: index, to: row.end };
      if (rows.length <= previewRows) rows.push(row.cells);
      count += 1;
    }
    index = row.end;
  }
  return { rows, count, first };
}

const quote = 34;
const cr = 13;
const lf = 10;

interface ReadRow {
  readonly cells: string[];
  readonly end: number;
  /** White space and nothing else. */
  readonly isBlank: boolean;
  /** It ends with the file inside a quote. */
  readonly isOpen: boolean;
}

function readRow(text: string, from: number, delimiter: Delimiter, isKept: boolean): ReadRow {
  const separator = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let index = from;
  let isOpen = false;
  for (;;) {
    const start = index;
    let inside = '';
    if (text.charCodeAt(index) === quote) {
      const closing = closingQuote(text, index + 1);
      isOpen ||= closing === text.length;
      if (isKept) inside = text.slice(start + 1, closing).replaceAll('""', '"');
      index = Math.min(closing + 1, text.length);
    }
    const plain = index;
    while (index < text.length && !isEnd(text.charCodeAt(index), separator)) index += 1;
    if (isKept) cells.push(inside + text.slice(plain, index));
    if (text.charCodeAt(index) !== separator) break;
    index += 1;
  }
  return { cells, end: index, isBlank: text.slice(from, index).trim() === '', isOpen };
}

const isEnd = (code: number, separator: number): boolean => code === separator || code === lf || code === cr;

function closingQuote(text: string, from: number): number {
  let index = from;
  while (index < text.length) {
    if (text.charCodeAt(index) === quote) {
      if (text.charCodeAt(index + 1) !== quote) return index;
      index += 1;
    }
    index += 1;
  }
  return text.length;
}

/** The delimiter that divides the first rows into most cells, evenly. */
export function guessDelimiter(text: string): Delimiter {
  const start = text.slice(0, 65_536);
  let best: Delimiter = ',';
  let bestWidth = 1;
  for (const delimiter of delimiters) {
    const widths = readCsv(start, delimiter)
      .rows.slice(0, 5)
      .map((row) => row.length);
    const width = widths[0] ?? 1;
    if (width > bestWidth && widths.every((other) => other === width)) {
      best = delimiter;
      bestWidth = width;
    }
  }
  if (bestWidth > 1) return best;
  return delimiters.find((delimiter) => (readCsv(start, delimiter).rows[0]?.length ?? 1) > 1) ?? ',';
}

/**
 * The file as it is uploaded: UTF-8, and a first line with the names that the API takes. The API has no mapping of
 * columns; a column without a name is left out by it.
 */
export function withHeader(
  text: string,
  delimiter: Delimiter,
  names: readonly string[],
  first: CsvPreview['first'] | null,
): string {
  const rows = first === null ? `\n${text}` : text.slice(first.to);
  // Why: the API takes the first line for one with commas wherever it finds one, also in a name.
  const isMistaken = delimiter !== ',' && names.some((name) => /[,;]/.test(name));
  const used = isMistaken ? ',' : delimiter;
  return `${names.map(quotedCell).join(used)}${isMistaken ? withCommas(rows, delimiter) : rows}`;
}

const quotedCell = (cell: string): string => (/[,;\t"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The same rows with commas between their cells, on the same lines. */
function withCommas(text: string, delimiter: Delimiter): string {
  const parts: string[] = [];
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === cr || code === lf) {
      parts.push(text.charAt(index));
      index += 1;
      continue;
    }
    const row = readRow(text, index, delimiter, true);
    parts.push(row.isOpen ? text.slice(index, row.end) : row.cells.map(quotedCell).join(','));
    index = row.end;
  }
  return parts.join('');
}
