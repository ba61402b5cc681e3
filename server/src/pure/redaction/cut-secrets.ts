import { cutForms } from './secret-forms.ts';

/** What stands for a value that is not kept. */
export const cutMark = '[cut]';

/** Names whose values are secret, in any case and anywhere in the name. */
const secretName = /passw|secret|token|authori[sz]ation|api[-_ ]?key|private[-_ ]?key|cookie|credential/i;

/** An object or a list that the scan is inside of; `name` is the key of the nearest value with one. */
interface Level {
  readonly isObject: boolean;
  readonly name: string;
}

type Expected = 'key' | 'first key' | 'colon' | 'value' | 'first value' | 'comma' | 'nothing';

/**
 * A JSON text, or the beginning of one, without its secrets: values by the names of their keys, contents of attached files, and what
 * has the form of a secret. Read once from left to right, never parsed; from where it is no JSON, nothing is kept.
 */
export const cutSecrets = (text: string): string => cutForms(new Scan(text).run());

class Scan {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #at = 0;
  /** Where the part begins that is not yet in the result. */
  #keptFrom = 0;
  #result = '';
  #expected: Expected = 'value';
  #key = '';
  /** How many levels were open when the secret began that the scan is inside of; -1: none. */
  #secretLevel = -1;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string {
    const text = this.#text;
    for (; this.#at < text.length; this.#at += 1) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
      if (!this.#take(code)) {
        this.#keepUpTo(this.#at, cutMark);
        return this.#result;
      }
    }
    this.#keepUpTo(text.length);
    return this.#result;
  }

  /** Takes the token that begins here, up to its last character; false: there can be no such token. */
  #take(code: number): boolean {
    if (code === 0x22) return this.#takeText();
    if (code === 0x7b || code === 0x5b) return this.#open(code === 0x7b);
    if (code === 0x7d || code === 0x5d) return this.#close(code === 0x7d);
    if (code === 0x3a) return this.#move('colon', 'value');
    if (code === 0x2c) return this.#move('comma', this.#levels.at(-1)?.isObject ? 'key' : 'value');
    return this.#takeWord();
  }

  #move(from: Expected, to: Expected): boolean {
    if (this.#expected !== from) return false;
    this.#expected = to;
    return true;
  }

  get #expectsValue(): boolean {
    return this.#expected === 'value' || this.#expected === 'first value';
  }

  #takeText(): boolean {
    const isKey = this.#expected === 'key' || this.#expected === 'first key';
    if (!isKey && !this.#expectsValue) return false;
    const begin = this.#at;
    const end = endOfText(this.#text, begin);
    this.#at = end;
    if (isKey) {
      this.#key = nameIn(this.#text.slice(begin, end + 1));
      this.#expected = 'colon';
      return true;
    }
    if (this.#isSecret()) this.#cut(begin, end + 1);
    this.#endValue();
    return true;
  }

  #takeWord(): boolean {
    if (!this.#expectsValue) return false;
    const begin = this.#at;
    word.lastIndex = begin;
    if (!word.test(this.#text)) return false;
    this.#at = word.lastIndex - 1;
    const isNumber = this.#text.charCodeAt(begin) < 0x41;
    if (isNumber && this.#isSecret()) this.#cut(begin, this.#at + 1);
    this.#endValue();
    return true;
  }

  #open(isObject: boolean): boolean {
    if (!this.#expectsValue) return false;
    const outer = this.#levels.at(-1);
    if (this.#isSecret()) {
      this.#keepUpTo(this.#at, `"${cutMark}"`);
      this.#secretLevel = this.#levels.length;
    }
    this.#levels.push({ isObject, name: outer?.isObject ? this.#key : (outer?.name ?? '') });
    this.#expected = isObject ? 'first key' : 'first value';
    return true;
  }

  #close(isObject: boolean): boolean {
    const level = this.#levels.at(-1);
    const isEmpty = this.#expected === (isObject ? 'first key' : 'first value');
    if (level?.isObject !== isObject || !(isEmpty || this.#expected === 'comma')) return false;
    this.#levels.pop();
    if (this.#levels.length === this.#secretLevel) {
      this.#secretLevel = -1;
      this.#keptFrom = this.#at + 1;
    }
    this.#endValue();
    return true;
  }

  #endValue(): void {
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'comma';
  }

  /** Whether the value that begins here is the first of a secret; inside of one everything is left out already. */
  #isSecret(): boolean {
    const level = this.#levels.at(-1);
    if (this.#secretLevel >= 0 || !level?.isObject) return false;
    return secretName.test(this.#key) || (this.#key === 'content' && level.name === 'attachments');
  }

  #cut(begin: number, end: number): void {
    this.#keepUpTo(begin, `"${cutMark}"`);
    this.#keptFrom = end;
  }

  #keepUpTo(end: number, mark = ''): void {
    if (this.#secretLevel >= 0) return;
    this.#result += this.#text.slice(this.#keptFrom, end) + mark;
  }
}

const word = /-?\d[\d.eE+-]*|true|false|null/y;

/** The index of the closing quotation mark; the length of the text where it has none. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** The name that a reader of JSON sees: `"pass\u0077ord"` is `password`. */
function nameIn(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return 'secret'; // no name that can be read
  }
}
