type Json = Record<string, unknown>;

/** The same shapes with their limits in the descriptions, where an editor shows them. */
export function limitsInWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(limitsInWords);
  if (!isObject(value)) return value;
  const { pattern, ...parts } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, limitsInWords(part)]),
  );
  // Why: a field may be called `pattern`, too.
  const kept = typeof pattern === 'object' ? { ...parts, pattern } : parts;
  const words = [kept.description, sentenceOf(kept), ...branches(kept).map(sentenceOf)];
  const description = words.filter((word) => typeof word === 'string' && word !== '').join(' ');
  return description === '' || typeof kept.description === 'object' ? kept : { ...kept, description };
}

/** Of a field that may be null: what holds when it is not. */
function branches({ anyOf }: Json): Json[] {
  const others = Array.isArray(anyOf) ? anyOf.filter((branch) => isObject(branch) && branch.type !== 'null') : [];
  return others.length === 1 ? others : [];
}

function sentenceOf(shape: Json): string {
  const ranges = [
    rangeOf(shape.minLength, shape.maxLength, 'characters'),
    rangeOf(shape.minItems, shape.maxItems, 'items'),
    rangeOf(shape.minimum, shape.maximum, ''),
  ];
  return ranges.filter((range) => range !== '').join(' ');
}

function rangeOf(min: unknown, max: unknown, unit: string): string {
  const [least, greatest] = [boundOf(min), boundOf(max)];
  const ending = `${unit === '' ? '' : ` ${unit}`}.`;
  if (greatest !== undefined) return least ? `${least} to ${greatest}${ending}` : `At most ${greatest}${ending}`;
  return least && least > 1 ? `At least ${least}${ending}` : '';
}

const boundOf = (bound: unknown): number | undefined =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
