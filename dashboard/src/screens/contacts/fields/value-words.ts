import type { FieldValues } from '../../../api/contact-fields.ts';

type Value = FieldValues['items'][number]['value'];

const maxCharacters = 32;

export function valueText(value: Value): string {
  const text = String(value);
  if (text.trim() === '') return 'white space';
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/** Several values, and no two contacts share one of the most frequent. */
export const isAllDifferent = ({ items }: FieldValues): boolean =>
  items.length > 1 && items.every(({ count }) => count === 1);
