export type Delimiter = ',' | ';' | '\t';

/** A place in a file: index in its text, and the number of the line there, the first line being 1. */
export interface CsvPosition {
  readonly index: number;
  readonly line: number;
}

export interface CsvRow {
  /** The line on which the row starts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** How many cells the row really has; `cells` holds the first of them only. */
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
 * ends a row, also mixed; blank lines are left out. Nothing is an error: a quote inside a plain cell is text, what
 * follows a closing quote belongs to the cell. The same position always gives the same rows, so reading can go on later.
 */
export function readRows(text: string, from: CsvPosition, limits: CsvLimits): { rows: CsvRow[]; next: CsvPosition } {
  const pen: Pen = { text, delimiter: limits.delimiter.charCodeAt(0), index: from.index, line: from.line };
  const rows: CsvRow[] = [];
  const end = Math.min(text.length, from.index + limits.characters);
  while (pen.index < end && rows.length < limits.rows) {
    if (endLine(pen)) continue;
    const row = readRow(pen, limits.cells);
    if (!isBlank(row)) rows.push(row);
  }
  return { rows, next: { index: pen.index, line: pen.line } };
}

interface Pen {
  readonly text: string;
  readonly delimiter: number;
  index: number;
  line: number;
}

const quote = 34;
const cr = 13;
const lf = 10;

function readRow(pen: Pen, mostCells: number): CsvRow {
  const { line } = pen;
  const cells: string[] = [];
  let width = 0;
  let isOpen = false;
  for (let isMore = true; isMore; ) {
    const start = pen.index;
    const closing = pen.text.charCodeAt(start) === quote ? skipQuoted(pen) : null;
    isOpen ||= closing === pen.text.length;
    skipPlain(pen);
    if (width < mostCells) cells.push(cellFrom(pen, start, closing));
    width += 1;
    isMore = pen.text.charCodeAt(pen.index) === pen.delimiter;
    if (isMore) pen.index += 1;
  }
  endLine(pen);
  return { line, cells, width, isOpen };
}

/** Passes one line end, if there is one here. */
function endLine(pen: Pen): boolean {
  const code = pen.text.charCodeAt(pen.index);
  if (code !== cr && code !== lf) return false;
  pen.index += code === cr && pen.text.charCodeAt(pen.index + 1) === lf ? 2 : 1;
  pen.line += 1;
  return true;
}

function skipPlain(pen: Pen): void {
  const { text, delimiter } = pen;
  let { index } = pen;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === delimiter || code === lf || code === cr) break;
  }
  pen.index = index;
}

/** Passes a quoted text. Returns where its closing quote stands, or the end of the file when it is never closed. */
function skipQuoted(pen: Pen): number {
  const { text } = pen;
  let index = pen.index + 1;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      if (text.charCodeAt(index + 1) !== quote) break;
      index += 1;
    } else if (code === lf || (code === cr && text.charCodeAt(index + 1) !== lf)) pen.line += 1;
  }
  pen.index = Math.min(index + 1, text.length);
  return index;
}

/** Why: a longer cell is refused anyway (D-232), and mending megabytes of doubled quotes would take time. */
const mostMended = 65_536;

function cellFrom({ text, index }: Pen, start: number, closing: number | null): string {
  if (closing === null) return text.slice(start, index);
  const inside = text.slice(start + 1, closing);
  const mended = inside.length <= mostMended && inside.includes('""') ? inside.replaceAll('""', '"') : inside;
  return closing + 1 < index ? mended + text.slice(closing + 1, index) : mended;
}

const isBlank = ({ cells, width, isOpen }: CsvRow): boolean => width === 1 && !isOpen && (cells[0] ?? '').trim() === '';
