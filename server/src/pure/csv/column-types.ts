import type { FieldType, JsonValue } from '#pure/custom-fields';
import type { CsvColumn } from './read-header.ts';

/** What the cells of a column are turned into. */
export type CellType = 'text' | 'number' | 'boolean';

/** Per column, what all its non-empty cells could be read as; `null` where they were all empty so far. */
export type CellForms = (CellType | null)[];

const numberText = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/** Updates the forms of the columns with the cells of one row. */
export function noteForms(forms: CellForms, cells: readonly string[]): void {
  for (let index = 0; index < forms.length; index += 1) {
    const cell = cells[index];
    const known = forms[index];
    if (cell === undefined || cell === '' || known === 'text') continue;
    const form = formOf(cell);
    forms[index] = known === null || known === form ? form : 'text';
  }
}

function formOf(cell: string): CellType {
  if (cell === 'true' || cell === 'false') return 'boolean';
  return numberText.test(cell) ? 'number' : 'text';
}

/** A column follows the type its key already has; for a new key every cell of the file must agree (D-231). */
export function cellTypes(
  columns: readonly CsvColumn[],
  forms: Readonly<CellForms>,
  known: ReadonlyMap<string, FieldType>,
): CellType[] {
  return columns.map((column, index) => {
    if (column.kind !== 'data') return 'text';
    const type = known.get(column.key);
    if (type === undefined) return forms[index] ?? 'text';
    return type === 'number' || type === 'boolean' ? type : 'text';
  });
}

/** A cell as the value to store. One that does not fit its column's type stays text. */
export function readCell(cell: string, type: CellType): JsonValue {
  if (type === 'boolean' && (cell === 'true' || cell === 'false')) return cell === 'true';
  if (type !== 'number' || !numberText.test(cell)) return cell;
  return Number(cell) || 0; // JSON text has one zero
}
