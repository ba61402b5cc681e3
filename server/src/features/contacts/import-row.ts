import { normaliseAddress } from '#pure/addresses';
import type { CellType, Column, CsvRow } from '#pure/csv';
import { readCell } from '#pure/csv';
import type { JsonObject } from '#pure/custom-fields';
import { cut } from '#pure/text';
import type { ContactWish } from './contact.ts';

/** What a row of a file wants, or why it fails alone (D-230 to D-232). */
export type ImportRow = { ok: true; wish: ContactWish } | { ok: false; email: string | null; error: string };

const mostBytes = 10 * 1024;

export function readImportRow(columns: readonly Column[], types: readonly CellType[], row: CsvRow): ImportRow {
  const told = row.cells[columns.findIndex(({ kind }) => kind === 'email')]?.trim() ?? '';
  const email = told === '' ? null : cut(printable(told), 254);
  const broken = problemWith(columns, row);
  if (broken) return { ok: false, email, error: broken };

  const address = normaliseAddress(told);
  if (email === null) return { ok: false, email, error: 'No email address' };
  if (address === null) return { ok: false, email, error: 'Not a valid email address' };
  const subscribed = readState(columns, row);
  if (subscribed === null)
    return { ok: false, email, error: 'The cell in column subscribed is neither true nor false' };
  const patch = { set: readData(columns, types, row), remove: [], once: {} };
  return { ok: true, wish: { email: address, subscribed, subscribedWhenNew: true, patch } };
}

/** Text that the database can hold. */
export const printable = (text: string): string => text.replaceAll('\0', '\uFFFD');

function problemWith(columns: readonly Column[], row: CsvRow): string | null {
  if (row.isOpen) return 'A quote is opened and never closed';
  if (row.width > columns.length) return `The row has more cells than the file has columns`;
  const place = row.cells.findIndex((cell) => isTooLong(cell) || cell.includes('\0'));
  if (place === -1) return null;
  const isLong = isTooLong(row.cells[place] ?? '');
  return `Cell ${place + 1} of the row ${isLong ? 'is larger than 10 KB' : 'contains the character U+0000'}`;
}

const isTooLong = (cell: string): boolean => cell.length * 3 > mostBytes && Buffer.byteLength(cell) > mostBytes;

const states: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false, 1: true, 0: false };

/** The state a row asks for; undefined for none, null for one that is not understood. */
function readState(columns: readonly Column[], row: CsvRow): boolean | undefined | null {
  const cell = row.cells[columns.findIndex(({ kind }) => kind === 'subscribed')]?.trim().toLowerCase() ?? '';
  if (cell === '') return undefined;
  return Object.hasOwn(states, cell) ? (states[cell] ?? null) : null;
}

/** Empty cells are left out: they keep what is stored (D-232). */
function readData(columns: readonly Column[], types: readonly CellType[], row: CsvRow): JsonObject {
  const data: JsonObject = {};
  for (const [place, column] of columns.entries()) {
    const cell = row.cells[place] ?? '';
    if (column.kind === 'data' && cell !== '') data[column.key] = readCell(cell, types[place] ?? 'text');
  }
  return data;
}
