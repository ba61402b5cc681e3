import { limits } from '#pure/limits';
import { type Cursor, isAtEnd, skipBlank, spend, take, takeHere } from './cursor.ts';
import { TemplateFault } from './template-error.ts';

/** A literal, already in the engine's syntax. */
interface Literal {
  readonly kind: 'literal';
  readonly at: number;
  readonly program: string;
  /** A text, a number, `true` or `false`: what may end a fallback (D-523). */
  readonly isFixed: boolean;
}

/** A variable. `chain` is everything before the first bracket (`a.b.c`); `rest` the brackets and what follows them. */
export interface VariableName {
  readonly kind: 'name';
  readonly at: number;
  readonly chain: string;
  readonly rest: string;
  /** The same as values; null where one of them is computed (`list[key]`). */
  readonly keys: readonly (string | number)[] | null;
  /** As the author knows it: `data["first name"]` is `first name`. */
  readonly shown: string;
}

export type Value = Literal | VariableName;

/** How names are read: only outputs take several bare words as one name (D-521). */
export interface NameContext {
  readonly isOutput: boolean;
  /** Called for every variable. */
  onName(name: VariableName): void;
}

const firstWord = /[\p{L}_][\p{L}\p{M}\p{N}_-]*/uy;
const laterWord = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*/uy;
const number = /-?\d{1,30}(?:\.\d{1,30})?(?![\p{L}\p{M}\p{N}_])/uy;
const index = /-?\d{1,9}/y;
const endsName = new Set(['and', 'or', 'not', 'contains']);
const literals: Readonly<Record<string, boolean>> = {
  true: true,
  false: true,
  nil: false,
  null: false,
  empty: false,
  blank: false,
};

/** One value: a literal or a variable with its path. */
export function readValue(cursor: Cursor, context: NameContext, depth = 0): Value {
  skipBlank(cursor);
  spend(cursor);
  const { at } = cursor;
  const text = readText(cursor);
  if (text !== null) return { kind: 'literal', at, program: textProgram(text), isFixed: true };
  const digits = takeHere(cursor, number);
  if (digits !== null) return { kind: 'literal', at, program: digits, isFixed: true };
  return readName(cursor, context, depth);
}

function readName(cursor: Cursor, context: NameContext, depth: number): Value {
  const { at } = cursor;
  const root = context.isOutput ? readWords(cursor) : takeHere(cursor, firstWord);
  if (root === null || endsName.has(root)) throw valueExpected(cursor, at);
  if (root.length > limits.templateVariableCharacters)
    throw new TemplateFault(at, 'A name has at most 300 characters.');
  if (depth > limits.templateLevels) throw new TemplateFault(at, 'Brackets are nested too deep.', undefined, 'too_big');
  const { chain, rest, keys, firstKey } = readPath(cursor, context, root, depth);
  if (chain === root && rest === '' && Object.hasOwn(literals, root)) {
    return { kind: 'literal', at, program: root, isFixed: literals[root] === true };
  }
  const name: VariableName = { kind: 'name', at, chain, rest, keys, shown: shownName(chain, firstKey) };
  context.onName(name);
  return name;
}

function valueExpected(cursor: Cursor, at: number): TemplateFault {
  cursor.at = at;
  if (isAtEnd(cursor))
    return new TemplateFault(at, 'A value is missing here.', 'Write a name, a number or a text in quotation marks.');
  return new TemplateFault(at, `A value cannot begin with '${take(cursor, /[\p{L}\p{M}\p{N}_-]{1,30}|./uy) ?? ''}'.`);
}

/** `first   name` is the name `first name`; operator words end it. */
function readWords(cursor: Cursor): string | null {
  const words: string[] = [];
  for (let end = cursor.at; ; end = cursor.at) {
    const word = words.length === 0 ? takeHere(cursor, firstWord) : take(cursor, laterWord);
    if (word === null || endsName.has(word)) {
      cursor.at = end;
      return words.length === 0 ? word : words.join(' ');
    }
    spend(cursor);
    words.push(word);
  }
}

function readPath(cursor: Cursor, context: NameContext, root: string, depth: number) {
  let chain = root;
  let rest = '';
  let keys: (string | number)[] | null = [];
  let firstKey: string | null = null;
  for (;;) {
    if (cursor.at < cursor.end && cursor.source[cursor.at] === '.' && cursor.source[cursor.at + 1] !== '.') {
      cursor.at += 1;
      spend(cursor);
      const word = takeHere(cursor, firstWord);
      if (word === null) throw new TemplateFault(cursor.at, 'A name is missing after the dot.');
      if (rest === '') chain += `.${word}`;
      else {
        rest += `[${textProgram(word)}]`;
        keys?.push(word);
      }
    } else if (takeHere(cursor, /\[/y) !== null) {
      spend(cursor);
      const key = readKey(cursor, context, depth);
      if (typeof key.value === 'string') firstKey ??= key.value;
      rest += `[${key.program}]`;
      if (key.value === null) keys = null;
      else keys?.push(key.value);
    } else return { chain, rest, keys, firstKey };
  }
}

/** The content of brackets: a text, a whole number, or a variable, whose value is not known. */
function readKey(
  cursor: Cursor,
  context: NameContext,
  depth: number,
): { program: string; value: string | number | null } {
  skipBlank(cursor);
  const { at } = cursor;
  const text = readText(cursor);
  const digits = text === null ? takeHere(cursor, index) : null;
  const program = text !== null ? textProgram(text) : (digits ?? keyProgram(cursor, context, depth));
  if (take(cursor, /\]/y) === null) throw new TemplateFault(at, "The bracket '[' is never closed.", 'Add ].');
  return { program, value: text ?? (digits === null ? null : Number(digits)) };
}

function keyProgram(cursor: Cursor, context: NameContext, depth: number): string {
  const value = readValue(cursor, { ...context, isOutput: false }, depth + 1);
  return valueProgram(value);
}

function readText(cursor: Cursor): string | null {
  const quote = cursor.source[cursor.at];
  if (cursor.at >= cursor.end || (quote !== '"' && quote !== "'")) return null;
  const close = cursor.source.indexOf(quote, cursor.at + 1);
  if (close === -1 || close >= cursor.end) throw new TemplateFault(cursor.at, 'This quotation mark is never closed.');
  const text = cursor.source.slice(cursor.at + 1, close);
  cursor.at = close + 1;
  return text;
}

function shownName(chain: string, firstKey: string | null): string {
  if (chain === 'data') return firstKey ?? chain;
  return chain.startsWith('data.') ? chain.slice('data.'.length) : chain;
}

/** A value for the engine. A name that prints and has no fallback is marked: if it is missing, `shown` is reported. */
export function valueProgram(value: Value, isNeeded = false): string {
  if (value.kind === 'literal') return value.program;
  const { chain, rest, shown } = value;
  return `[${textProgram(isNeeded ? `!${shown.length}:${shown}${chain}` : chain)}]${rest}`;
}

/** A text for the engine: everything but plain letters and digits is escaped, so nothing of it can be read as code. */
export function textProgram(text: string): string {
  const escaped = text.replace(/[^A-Za-z0-9 _]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escaped}"`;
}
