export type Delimiter = ',' | ';' | '\t';

/** A position in a file: the index in its text, and the number of its line, starting at 1. */
export interface CsvPosition {
  readonly index: number;
  readonly line: number;
}

export interface CsvRow {
  /** The line on which the row starts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** How many cells the row has; `cells` contains only the first of them. */
  readonly width: number;
  /** The row, and so the file, ends inside a quote. */
  readonly isOpen: boolean;
}

export interface CsvLimits {
  readonly delimiter: Delimiter;
  /** Rows to read at most. */
  readonly rows: number;
  /** Cells to keep of a row. */
  readonly cells: number;
  /** Characters after which no further row is begun, so that one call takes milliseconds whatever the file holds. */
  readonly characters: number;
}

export const firstPosition: CsvPosition = { index: 0, line: 1 };

/**
 * Reads rows from a position on (D-229). Cells may be quoted, with quotes doubled and line breaks inside; CRLF, LF or CR
 * ends a row, also mixed; blank lines are skipped. Nothing is an error: a quote inside a plain cell is text, and what
 * follows a closing quote belongs to the cell. The same position always returns the same rows, so reading can resume later.
 */
export function readRows(text: string, from: CsvPosition, limits: CsvLimits): { rows: CsvRow[]; next: CsvPosition } {
  const cursor: CsvCursor = { text, delimiter: limits.delimiter.charCodeAt(0), index: from.index, line: from.line };
  const rows: CsvRow[] = [];
  const end = Math.min(text.length, from.index + limits.characters);
  while (cursor.index < end && rows.length < limits.rows) {
    if (endLine(cursor)) continue;
    const row = readRow(cursor, limits.cells);
    if (!isBlank(row)) rows.push(row);
  }
  return { rows, next: { index: cursor.index, line: cursor.line } };
}

interface CsvCursor {
  readonly text: string;
  readonly delimiter: number;
  index: number;
  line: number;
}

const quote = 34;
const cr = 13;
const lf = 10;

function readRow(cursor: CsvCursor, maxCells: number): CsvRow {
  const { line } = cursor;
  const cells: string[] = [];
  let width = 0;
  let isOpen = false;
  for (let isMore = true; isMore; ) {
    const start = cursor.index;
    const closing = cursor.text.charCodeAt(start) === quote ? skipQuoted(cursor) : null;
    isOpen ||= closing === cursor.text.length;
    skipPlain(cursor);
    if (width < maxCells) cells.push(cellFrom(cursor, start, closing));
    width += 1;
    isMore = cursor.text.charCodeAt(cursor.index) === cursor.delimiter;
    if (isMore) cursor.index += 1;
  }
  endLine(cursor);
  return { line, cells, width, isOpen };
}

/** Skips one line end, if there is one here. */
function endLine(cursor: CsvCursor): boolean {
  const code = cursor.text.charCodeAt(cursor.index);
  if (code !== cr && code !== lf) return false;
  cursor.index += code === cr && cursor.text.charCodeAt(cursor.index + 1) === lf ? 2 : 1;
  cursor.line += 1;
  return true;
}

function skipPlain(cursor: CsvCursor): void {
  const { text, delimiter } = cursor;
  let { index } = cursor;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === delimiter || code === lf || code === cr) break;
  }
  cursor.index = index;
}

/** Skips a quoted text. Returns the index of its closing quote, or the end of the file when it is never closed. */
function skipQuoted(cursor: CsvCursor): number {
  const { text } = cursor;
  let index = cursor.index + 1;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      if (text.charCodeAt(index + 1) !== quote) break;
      index += 1;
    } else if (code === lf || (code === cr && text.charCodeAt(index + 1) !== lf)) cursor.line += 1;
  }
  cursor.index = Math.min(index + 1, text.length);
  return index;
}

/** Why: a longer cell is refused anyway (D-232), and unescaping megabytes of doubled quotes would take time. */
const maxMended = 65_536;

function cellFrom({ text, index }: CsvCursor, start: number, closing: number | null): string {
  if (closing === null) return text.slice(start, index);
  const inside = text.slice(start + 1, closing);
  const mended = inside.length <= maxMended && inside.includes('""') ? inside.replaceAll('""', '"') : inside;
  return closing + 1 < index ? mended + text.slice(closing + 1, index) : mended;
}

const isBlank = ({ cells, width, isOpen }: CsvRow): boolean => width === 1 && !isOpen && (cells[0] ?? '').trim() === '';
