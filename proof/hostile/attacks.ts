/** A value that no honest caller sends. `bytes` is the size that is allowed there: a megabyte in a body, a few thousand in a URL. */
export interface Attack {
  readonly name: string;
  /** Where it applies: everywhere, or only where JSON can express it. */
  readonly where: 'anywhere' | 'body';
  value(bytes: number): unknown;
}

const filled = (name: string, unit: string, first = ''): Attack => ({
  name,
  where: 'anywhere',
  value: (bytes) => first + unit.repeat(Math.max(1, Math.floor((bytes - first.length) / encodedLength(unit, bytes)))),
});

/** In a URL a byte that must be escaped takes three characters. */
const encodedLength = (unit: string, bytes: number): number =>
  bytes < 100_000 ? encodeURIComponent(unit).length : Buffer.byteLength(JSON.stringify(unit)) - 2;

const plain = (name: string, value: unknown, where: Attack['where'] = 'anywhere'): Attack => ({
  name,
  where,
  value: () => value,
});

const structure = (name: string, value: (bytes: number) => unknown): Attack => ({ name, where: 'body', value });

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};

const raws = new Map<string, string>();

/** JSON that `JSON.stringify` cannot write: too deep, or numbers with all their digits. */
function raw(name: string, text: string): Attack {
  raws.set(name, text);
  return { name, where: 'body', value: () => `raw:${name}` };
}

/** A body as it is sent. */
export const writeBody = (body: unknown): string =>
  JSON.stringify(body).replace(/"raw:([^"]{1,60})"/g, (whole, name: string) => raws.get(name) ?? whole);

/** How many fit, up to 100,000. */
const count = (bytes: number, each: number): number => Math.min(100_000, Math.floor(bytes / each));

const texts: readonly Attack[] = [
  filled('blanks', ' '),
  filled('combining marks', '\u0301\u0323', 'a'),
  filled('letters that grow', '\ufdfa'),
  filled('letters that grow in capitals', '\u0149'),
  filled('horses', '🐎'),
  filled('opening braces', '{'),
  filled('outputs', '{{'),
  filled('tags', '{%'),
  filled('outputs that end', '{{a}}'),
  filled('brackets', '['),
  filled('opening angles', '<'),
  filled('open elements', '<a '),
  filled('open comments', '<!--'),
  filled('closing angles', '>'),
  filled('quotation marks', '"'),
  filled('backslashes', '\\'),
  filled('at signs', '@'),
  filled('dots', '.'),
  filled('labels', 'a.'),
  filled('commas', ','),
  filled('equal signs', '='),
  filled('blanks and letters', ' a'),
  filled('line ends', '\r\n'),
  filled('percent signs', '%25'),
  filled('hyphens', 'xn--'),
  filled('a long word', 'a'),
  filled('a long base64', 'QUFB'),
  filled('much U+0000', '\0'),
  filled('marks that change places', '\u0301\u0323\u0300\u0327', 'a'),
  filled('characters of four halves', '👩‍🚀'),
];

const oddValues: readonly Attack[] = [
  plain('U+0000', 'a\0b'),
  ...[16, 17, 100, 400].flatMap((digits) => [
    plain(`a text of ${digits} digits`, '9'.repeat(digits)),
    plain(`a negative one of ${digits} digits`, `-${'9'.repeat(digits)}`),
  ]),
  plain('year 0', '0000-01-01'),
  plain('year 0, an instant', '0000-01-01T00:00:00.000Z'),
  plain('year 275760', '+275760-09-13T00:00:00.000Z'),
  plain('year 275760, a day', '275760-09-13'),
  plain('half a character', '\ud83d', 'body'),
  plain('half characters', '\udc0e'.repeat(100_000), 'body'),
  plain('first halves', '\ud83d'.repeat(100_000), 'body'),
  plain('halves in the wrong order', '\udc0e\ud83d'.repeat(50_000), 'body'),
  ...[16, 17, 100, 309, 400].flatMap((digits) => [
    raw(`a number of ${digits} digits`, '9'.repeat(digits)),
    raw(`a negative number of ${digits} digits`, `-${'9'.repeat(digits)}`),
  ]),
  raw('a fraction of 400 digits', `0.${'1'.repeat(400)}`),
  raw('a number with an exponent of 400', '1e400'),
  raw('less than nothing', '-0'),
  plain('the largest number', 1e308, 'body'),
  plain('the smallest number', 5e-324, 'body'),
  plain('a whole number past exactness', 2 ** 53, 'body'),
];

/** `a000` where letters count as digits. */
const firstOfFourLetters = Number.parseInt('a000', 36);

const structures: readonly Attack[] = [
  structure('100,000 keys', (bytes) =>
    Object.fromEntries(Array.from({ length: count(bytes, 10) }, (_, n) => [(n + firstOfFourLetters).toString(36), 0])),
  ),
  structure('many keys of one letter more', (bytes) =>
    Object.fromEntries(Array.from({ length: count(bytes, 12) / 10 }, (_, n) => ['k'.repeat((n % 90) + 1) + n, 'x'])),
  ),
  structure('many objects', (bytes) => Array.from({ length: count(bytes, 3) }, () => ({}))),
  structure('many numbers', (bytes) => Array.from({ length: count(bytes, 2) }, () => 0)),
  structure('many texts', (bytes) => Array.from({ length: count(bytes, 12) }, (_, n) => `a${n}@b.co`)),
  structure('many addresses of foreign letters', (bytes) =>
    Array.from({ length: count(bytes, 24) }, (_, n) => `a${n}@bü${n}.example`),
  ),
  raw('a deep list', '['.repeat(10_000) + ']'.repeat(10_000)),
  raw('a deep object', `${'{"a":'.repeat(10_000)}0${'}'.repeat(10_000)}`),
  structure('thirty levels of many', (bytes) =>
    nested(28, (inner) => ({ a: inner, b: Array.from({ length: count(bytes, 2) / 40 }, () => 0) })),
  ),
];

/** Everything that is tried on every target of every route. */
export const attacks: readonly Attack[] = [...texts, ...oddValues, ...structures];
