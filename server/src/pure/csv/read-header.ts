import { isDataKey, isReservedKey } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import { type CsvPosition, type Delimiter, firstPosition, readRows } from './read-rows.ts';

/** What the cells below a header mean for a contact (D-229, D-230). */
export type CsvColumn = { kind: 'email' | 'subscribed' | 'ignored' } | { kind: 'data'; key: string };

export interface CsvHeader {
  readonly delimiter: Delimiter;
  /** The header line as it is in the file. */
  readonly cells: readonly string[];
  readonly columns: readonly CsvColumn[];
  /** Where the rows begin. */
  readonly next: CsvPosition;
}

export interface CsvHeaderProblem {
  readonly code: 'custom' | 'too_big';
  readonly message: string;
}

const maxColumns = limits.importColumns;

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/** Reads the first line that is not blank and detects the delimiter from it (D-228, D-229). */
export function readHeader(text: string): { ok: true; header: CsvHeader } | { ok: false; problem: CsvHeaderProblem } {
  const { delimiter, cells, width, next } = headerLine(text.slice(0, maxCharacters));
  const columns = cells.map(readColumn);
  const isCut = next.index >= maxCharacters && next.index < text.length;
  const problem = width > maxColumns ? tooWide : (problemWith(columns) ?? (isCut ? tooLong : null));
  return problem ? { ok: false, problem } : { ok: true, header: { delimiter, cells, columns, next } };
}

/** More than 200 quoted names of 128 characters can need. Why: no file can make us search all of it for its header. */
const maxCharacters = limits.importHeaderCharacters;

const tooLong: CsvHeaderProblem = { code: 'custom', message: 'The header line is too long.' };
const tooWide: CsvHeaderProblem = { code: 'too_big', message: `A file has at most ${maxColumns} columns.` };

function headerLine(text: string): HeaderLine {
  const delimiter = delimiters.find((candidate) => lineWith(text, candidate).width !== 1);
  return lineWith(text, delimiter ?? ',');
}

type HeaderLine = Omit<CsvHeader, 'columns'> & { width: number };

function lineWith(text: string, delimiter: Delimiter): HeaderLine {
  const bounds = { delimiter, rows: 1, cells: maxColumns, characters: Infinity };
  const { rows, next } = readRows(text, firstPosition, bounds);
  return { delimiter, cells: rows[0]?.cells ?? [], width: rows[0]?.width ?? 0, next };
}

function readColumn(header: string): CsvColumn {
  const name = header.trim();
  if (name.toLowerCase() === 'email') return { kind: 'email' };
  if (name === 'subscribed') return { kind: 'subscribed' };
  const key = name.startsWith('data.') ? name.slice(5).trim() : name;
  const isIgnored = unreadNames.has(name) || key === '' || key === '__proto__' || isReservedKey(key);
  return isIgnored ? { kind: 'ignored' } : { kind: 'data', key };
}

/** Why: exported files have them, and a contact's own timestamps cannot be set. `data.createdAt` names a key. */
const unreadNames: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

function problemWith(columns: readonly CsvColumn[]): CsvHeaderProblem | null {
  const names = columns.flatMap((column) => (column.kind === 'ignored' ? [] : [nameOf(column)]));
  if (!names.includes('email')) return { code: 'custom', message: 'The file has no column named email.' };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { code: 'custom', message: `Two columns have the key ${shown(twice)}.` };
  const bad = columns.find((column) => column.kind === 'data' && !isDataKey(column.key));
  if (!bad) return null;
  const message = `${shown(nameOf(bad))} cannot be a field: at most 128 characters, no control characters.`;
  return { code: 'custom', message };
}

/** Distinguishes a key from the column of the same name: `data.subscribed` is not `subscribed`. */
const nameOf = (column: CsvColumn): string => (column.kind === 'data' ? `data.${column.key}` : column.kind);

const shown = (name: string): string =>
  JSON.stringify(cut(name.replace(/^data\./, '').replace(/\p{Cc}/gu, '\uFFFD'), 60));
