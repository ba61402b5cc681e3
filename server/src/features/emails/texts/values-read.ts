import { readTemplate } from '#pure/templating';

/** What has to be kept of a contact so that a mail can be rendered again with the same result (D-835). */
export interface ValuesRead {
  /** Keys of the contact's data; null: all of them. */
  readonly keys: readonly string[] | null;
  /** Whether the text prints the current time. */
  readonly showsMoment: boolean;
}

/** The values that these texts read. A key that no text names is not kept. */
export function valuesRead(...sources: readonly string[]): ValuesRead {
  const showsMoment = sources.some((source) => /["'](?:now|today)["']/i.test(source));
  const readings = sources.map((source) => readTemplate(source, 'sending'));
  const names = readings.flatMap(({ variables }) => variables);
  const readsAll = readings.some(({ errors }) => errors.length > 0) || names.includes('data');
  return { keys: readsAll ? null : [...new Set(['locale', ...names.flatMap(keysOf)])], showsMoment };
}

/** `a.b.c` may be a key of that name, or lead there from a key `a.b` or `a` (D-522). */
const keysOf = (name: string): string[] =>
  name.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.'));
