import type { FieldType } from '../../../api/contact-fields.ts';
import { isReservedKey, keyProblem } from '../reserved-keys.ts';

/** What becomes of a column. */
export type Target =
  | { readonly kind: 'email' | 'subscribed' | 'out' }
  | { readonly kind: 'field'; readonly key: string };

export interface KnownField {
  readonly key: string;
  readonly type: FieldType;
  /** Contacts that have it. */
  readonly count: number;
}

export interface ImportColumn {
  readonly index: number;
  /** In the file; empty if it has no names. */
  readonly name: string;
  readonly samples: readonly string[];
}

/** Names that exported files have, and that no import can set. */
const unreadNames = ['createdAt', 'updatedAt'];

export const isReserved = (name: string): boolean => isReservedKey(name) || unreadNames.includes(name);

/** The columns of a file, by its first rows. */
export function columnsOf(rows: readonly (readonly string[])[], hasNames: boolean): readonly ImportColumn[] {
  const names = hasNames ? (rows[0] ?? []) : [];
  const samples = hasNames ? rows.slice(1) : rows.slice(0, 20);
  const width = Math.max(names.length, hasNames ? 0 : Math.max(0, ...samples.map((row) => row.length)));
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: (names[index] ?? '').trim(),
    samples: samples.map((row) => row[index] ?? ''),
  }));
}

/** Whether the first row looks like names: no address stands in it. */
export const looksLikeNames = (row: readonly string[]): boolean => !row.some((cell) => isAddress(cell));

const addressNames = new Set(['email', 'emailaddress', 'mail', 'mailaddress']);
const letters = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The first mapping: by name, and the address by what stands in the column if no name tells. */
export function guessTargets(columns: readonly ImportColumn[], fields: readonly KnownField[]): readonly Target[] {
  const exact = columns.findIndex(({ name }) => name.toLowerCase() === 'email');
  const named = exact === -1 ? columns.findIndex(({ name }) => addressNames.has(letters(name))) : exact;
  const address = named === -1 ? columns.findIndex(holdsAddresses) : named;
  const taken = new Set<string>();
  return columns.map((column, index): Target => {
    if (index === address) return { kind: 'email' };
    const target = guessTarget(column, fields);
    if (target.kind === 'out') return target;
    const name = target.kind === 'field' ? `data.${target.key}` : target.kind;
    if (taken.has(name)) return { kind: 'out' };
    taken.add(name);
    return target;
  });
}

function guessTarget({ name }: ImportColumn, fields: readonly KnownField[]): Target {
  const key = name.startsWith('data.') ? name.slice('data.'.length).trim() : name;
  if (name.toLowerCase() === 'subscribed') return { kind: 'subscribed' };
  if (isReserved(name) || keyProblem(key) !== null) return { kind: 'out' };
  const known =
    fields.find((field) => field.key === key) ?? fields.find((field) => letters(field.key) === letters(key));
  return { kind: 'field', key: known?.key ?? key };
}

const holdsAddresses = ({ samples }: ImportColumn): boolean => {
  const filled = samples.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.filter((cell) => isAddress(cell)).length * 2 > filled.length;
};

export const isAddress = (cell: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim());

/** What stands in the first line of the uploaded file; an empty name is left out by the API. */
export function headerName(target: Target): string {
  if (target.kind === 'out') return '';
  if (target.kind !== 'field') return target.kind;
  const { key } = target;
  const isTaken = ['email', 'subscribed'].includes(key.toLowerCase()) || unreadNames.includes(key);
  return isTaken || key.startsWith('data.') ? `data.${key}` : key;
}

/** What keeps this mapping from being imported, in words. */
export function mappingProblems(targets: readonly Target[]): readonly string[] {
  const addresses = targets.filter(({ kind }) => kind === 'email').length;
  const states = targets.filter(({ kind }) => kind === 'subscribed').length;
  const keys = targets.flatMap((target) => (target.kind === 'field' ? [target.key] : []));
  const twice = [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  return [
    ...(addresses === 0 ? ['No column becomes the address. Choose which one holds it.'] : []),
    ...(addresses > 1 ? ['Two columns become the address. Leave one of them out.'] : []),
    ...(states > 1 ? ['Two columns become the subscription. Leave one of them out.'] : []),
    ...twice.map((key) => `Two columns become ${key}. Leave one of them out.`),
  ];
}
