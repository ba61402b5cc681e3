import { isDataKey, isReservedKey } from '#pure/custom-fields';
import { cut } from '#pure/text';
import type { CsvPosition, Delimiter } from './read-rows.ts';
import { firstPosition, readRows } from './read-rows.ts';

/** What the cells below a header mean for a contact (D-229, D-230). */
export type Column = { kind: 'email' | 'subscribed' | 'ignored' } | { kind: 'data'; key: string };

export interface Header {
  readonly delimiter: Delimiter;
  /** The header line as it stands in the file. */
  readonly cells: readonly string[];
  readonly columns: readonly Column[];
  /** Where the rows begin. */
  readonly next: CsvPosition;
}

export interface HeaderProblem {
  readonly code: 'custom' | 'too_big';
  readonly message: string;
}

export const mostColumns = 200;

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/** Reads the first line that is not blank, and finds the delimiter by it (D-228, D-229). */
export function readHeader(text: string): { ok: true; header: Header } | { ok: false; problem: HeaderProblem } {
  const { delimiter, cells, width, next } = headerLine(text.slice(0, mostCharacters));
  const columns = cells.map(readColumn);
  const isCut = next.index >= mostCharacters && next.index < text.length;
  const problem = width > mostColumns ? tooWide : (problemWith(columns) ?? (isCut ? tooLong : null));
  return problem ? { ok: false, problem } : { ok: true, header: { delimiter, cells, columns, next } };
}

/** More than 200 names of 128 characters, each quoted, can need; so a file cannot make us search it for its header. */
const mostCharacters = 131_072;

const tooLong: HeaderProblem = { code: 'custom', message: 'The header line is too long.' };
const tooWide: HeaderProblem = { code: 'too_big', message: `A file has at most ${mostColumns} columns.` };

function headerLine(text: string): HeaderLine {
  const delimiter = delimiters.find((candidate) => lineWith(text, candidate).width !== 1);
  return lineWith(text, delimiter ?? ',');
}

type HeaderLine = Omit<Header, 'columns'> & { width: number };

function lineWith(text: string, delimiter: Delimiter): HeaderLine {
  const limits = { delimiter, rows: 1, cells: mostColumns, characters: Infinity };
  const { rows, next } = readRows(text, firstPosition, limits);
  return { delimiter, cells: rows[0]?.cells ?? [], width: rows[0]?.width ?? 0, next };
}

function readColumn(header: string): Column {
  const name = header.trim();
  if (name.toLowerCase() === 'email') return { kind: 'email' };
  if (name === 'subscribed') return { kind: 'subscribed' };
  const key = name.startsWith('data.') ? name.slice(5).trim() : name;
  const isIgnored = unreadNames.has(name) || key === '' || key === '__proto__' || isReservedKey(key);
  return isIgnored ? { kind: 'ignored' } : { kind: 'data', key };
}

/** Why: an exported file has them, and a contact's own instants cannot be set. `data.createdAt` names a key. */
const unreadNames: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

function problemWith(columns: readonly Column[]): HeaderProblem | null {
  const names = columns.flatMap((column) => (column.kind === 'ignored' ? [] : [nameOf(column)]));
  if (!names.includes('email')) return { code: 'custom', message: 'The file has no column named email.' };
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) return { code: 'custom', message: `Two columns have the key ${shown(twice)}.` };
  const bad = columns.find((column) => column.kind === 'data' && !isDataKey(column.key));
  if (!bad) return null;
  const message = `${shown(nameOf(bad))} cannot be a field: at most 128 characters, no control characters.`;
  return { code: 'custom', message };
}

/** Tells a key from the column of the same name: `data.subscribed` is not `subscribed`. */
const nameOf = (column: Column): string => (column.kind === 'data' ? `data.${column.key}` : column.kind);

const shown = (name: string): string =>
  JSON.stringify(cut(name.replace(/^data\./, '').replace(/\p{Cc}/gu, '\uFFFD'), 60));
