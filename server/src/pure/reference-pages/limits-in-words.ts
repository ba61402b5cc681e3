import type { Schema } from './api-document.ts';

/** What a value must keep to, beyond its type. */
export function limitsInWords(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, exclusiveMinimum, pattern, format, const: only } = schema;
  const minimum = fromReal(schema.minimum);
  const maximum = fromReal(schema.maximum);
  return [
    ...range(minLength || undefined, maxLength, 'characters'),
    ...range(minItems || undefined, maxItems, 'items'),
    ...range(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    // A format says the same in a word.
    ...(pattern && !format ? [`matches ${pattern}`] : []),
    ...(schema.enum ? [`one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${JSON.stringify(only)}`]),
  ];
}

/** The ends of what a number can hold are no limit of ours. */
const fromReal = (limit: number | undefined): number | undefined =>
  limit !== undefined && Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit;

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
  const after = unit ? ` ${unit}` : '';
  const [low, high] = [min, max].map((limit) => limit?.toLocaleString('en'));
  if (low !== undefined && high !== undefined) return [low === high ? `${low}${after}` : `${low} to ${high}${after}`];
  if (min === 1 && high === undefined && unit) return ['not empty'];
  if (high !== undefined) return [`at most ${high}${after}`];
  return low === undefined ? [] : [`at least ${low}${after}`];
}
