import type { FieldType } from '../../../api/contact-fields.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { type ImportColumn, isAddress, isReserved, type KnownField, type Target } from './column-mapping.ts';

export interface ColumnNote {
  readonly level: 'warn' | 'note';
  readonly message: string;
}

const numberText = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;
const dateText = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{3})?Z)?$/;
const dayText = /^\d{4}-\d{2}-\d{2}$/;
const states = new Set(['true', 'false', 'yes', 'no', '1', '0']);

/** Whether a cell will not be what the column becomes. Empty cells keep the old value and are never wrong. */
export function isOdd(cell: string, target: Target, type: FieldType | undefined): boolean {
  if (target.kind === 'email') return !isAddress(cell);
  if (cell === '') return false;
  if (target.kind === 'subscribed') return cell.trim() !== '' && !states.has(cell.trim().toLowerCase());
  if (target.kind === 'out') return false;
  if (type === 'number') return !numberText.test(cell);
  if (type === 'boolean') return cell !== 'true' && cell !== 'false';
  return type === 'date' ? !dateText.test(cell) || dayText.test(cell) : false;
}

const typeWords: Readonly<Record<FieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date',
};

/** What a person should know about a column before the upload; the most important thing alone. */
export function noteOn(
  column: ImportColumn,
  target: Target,
  field: KnownField | undefined,
  contacts: number,
): ColumnNote | null {
  const odd = column.samples.filter((cell) => isOdd(cell, target, field?.type));
  const ofSamples = `${formatCount(odd.length)} of ${formatCount(column.samples.length)}`;
  if (target.kind === 'out') return isReserved(column.name) ? reserved : null;
  if (target.kind === 'email') return odd.length === 0 ? null : warn(`${ofSamples} are no address; such rows fail`);
  if (target.kind === 'subscribed')
    return odd.length === 0 ? null : warn(`“${cut(odd[0] ?? '')}” is neither yes nor no; such rows fail`);
  if (field?.type === 'date' && odd.length > 0 && odd.every((cell) => dayText.test(cell)))
    return warn('No time of day: “within the last” will not match');
  if (field && odd.length > 0) return warn(`${ofSamples} are stored as text; the field is ${typeWords[field.type]}`);
  if (!field) return { level: 'note', message: 'A new field' };
  const without = contacts - field.count;
  return without > 0
    ? { level: 'note', message: `${countOf(without, 'of your contacts has', 'of your contacts have')} none yet` }
    : null;
}

const warn = (message: string): ColumnNote => ({ level: 'warn', message });
const reserved: ColumnNote = { level: 'note', message: 'Reserved: it would vanish without an error' };
const cut = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
