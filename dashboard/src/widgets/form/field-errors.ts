import type { FieldProblem } from '../problem/problem.ts';

/** A field error together with the field of the form it belongs to, if the form has it. */
export type PlacedError = { field: string | null; message: string };

/**
 * Finds the field of the form for a path of the server. An error deep inside a field that is edited as a whole, such
 * as `condition.groups.0.filters.1`, belongs to `condition`.
 */
export function fieldFor(path: string, known: readonly string[]): string | null {
  let rest = path;
  while (rest !== '') {
    if (known.includes(rest)) return rest;
    const dot = rest.lastIndexOf('.');
    rest = dot === -1 ? '' : rest.slice(0, dot);
  }
  return null;
}

export function placeErrors(errors: readonly FieldProblem[], known: readonly string[]): PlacedError[] {
  return errors.map((error) => {
    const field = fieldFor(error.field, known);
    const words = error.suggestion ? `${error.message} ${error.suggestion}` : error.message;
    return { field, message: field === null && error.field ? `${error.field}: ${words}` : words };
  });
}

/** One sentence for the number of refused fields. */
export function summaryWords(count: number): string {
  const small = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
  const number = small[count] ?? String(count);
  return count === 1 ? 'One thing needs another look.' : `${number} things need another look.`;
}

/** The messages of react-hook-form, which nests them as the values are nested, as a flat list of paths. */
export function flattenErrors(errors: object, prefix = ''): { path: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null || key === 'ref') return [];
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if ('type' in error && typeof error.type === 'string') {
      const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
      return [{ path, message: message || 'This value is not accepted.' }];
    }
    return flattenErrors(error, path);
  });
}
