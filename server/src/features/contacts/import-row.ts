import { normaliseAddress } from '#pure/addresses';
import { type CellType, type CsvColumn, type CsvRow, readCell } from '#pure/csv';
import type { JsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { ContactInput } from './contact.ts';

/** The input of a row, or why this row fails (D-230 to D-232). */
export type ImportRow = { ok: true; input: ContactInput } | { ok: false; email: string | null; error: string };

const maxBytes = limits.importCellBytes;

export function readImportRow(columns: readonly CsvColumn[], types: readonly CellType[], row: CsvRow): ImportRow {
  const rawEmail = row.cells[columns.findIndex(({ kind }) => kind === 'email')]?.trim() ?? '';
  const address = normaliseAddress(rawEmail);
  // Why normalised also in a row that fails: with the contact of this address the row is exported and erased (D-1063).
  const email = rawEmail === '' ? null : (address ?? cut(withoutNul(rawEmail), limits.addressCharacters));
  const broken = problemWith(columns, row);
  if (broken) return { ok: false, email, error: broken };

  if (email === null) return { ok: false, email, error: 'No email address' };
  if (address === null) return { ok: false, email, error: 'Not a valid email address' };
  const subscribed = readState(columns, row);
  if (subscribed === null)
    return { ok: false, email, error: 'The cell in column subscribed is neither true nor false' };
  const patch = { set: readData(columns, types, row), remove: [], once: {} };
  return { ok: true, input: { email: address, subscribed, subscribedWhenNew: true, patch } };
}

/** Replaces U+0000, which PostgreSQL cannot store in text. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD');

function problemWith(columns: readonly CsvColumn[], row: CsvRow): string | null {
  if (row.isOpen) return 'A quote is opened and never closed';
  if (row.width > columns.length) return `The row has more cells than the file has columns`;
  const index = row.cells.findIndex((cell) => isTooLong(cell) || cell.includes('\0'));
  if (index === -1) return null;
  const isLong = isTooLong(row.cells[index] ?? '');
  return `Cell ${index + 1} of the row ${isLong ? 'is larger than 10 KB' : 'contains the character U+0000'}`;
}

const isTooLong = (cell: string): boolean => cell.length * 3 > maxBytes && Buffer.byteLength(cell) > maxBytes;

const states: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false, 1: true, 0: false };

/** The state a row asks for; undefined for none, null for one that is not understood. */
function readState(columns: readonly CsvColumn[], row: CsvRow): boolean | undefined | null {
  const cell = row.cells[columns.findIndex(({ kind }) => kind === 'subscribed')]?.trim().toLowerCase() ?? '';
  if (cell === '') return undefined;
  return Object.hasOwn(states, cell) ? (states[cell] ?? null) : null;
}

/** Empty cells are left out: they keep what is stored (D-232). */
function readData(columns: readonly CsvColumn[], types: readonly CellType[], row: CsvRow): JsonObject {
  const data: JsonObject = {};
  for (const [index, column] of columns.entries()) {
    const cell = row.cells[index] ?? '';
    if (column.kind === 'data' && cell !== '') data[column.key] = readCell(cell, types[index] ?? 'text');
  }
  return data;
}
