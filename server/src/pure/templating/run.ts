import { Context, Drop, type Liquid } from 'liquidjs';
import { limits } from '#pure/limits';
import { LimitReached } from './limit-reached.ts';
import { readChain, readProperty } from './resolve.ts';

const { renderSteps: maxSteps, renderedTextBytes: maxOutput } = limits;

/** What one render needs beside its text and values; the same settings always give the same bytes (D-538). */
export interface RenderSettings {
  /** In `html` every output is escaped. */
  readonly mode: 'html' | 'text';
  readonly now: Date;
  /** Language of month and day names. */
  readonly locale: string;
  /** Zone of dates that name none; UTC when left out. */
  readonly timezone?: string;
}

/** One render: values, what the text has set so far, and the steps and output counted so far. */
export class Run extends Context {
  readonly settings: RenderSettings;
  readonly texts: readonly string[];
  /** Names that were printed, had no value and no fallback. */
  readonly missing = new Set<string>();
  readonly #values: object;
  readonly #loops: object[] = [];
  #steps = 0;
  #output = 0;

  constructor(engine: Liquid, values: object, texts: readonly string[], settings: RenderSettings) {
    super({}, engine.options, { sync: true }, { liquid: engine });
    this.#values = values;
    this.texts = texts;
    this.settings = settings;
  }

  count(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw new LimitReached('steps');
  }

  /** Counts what is written, into a capture too. Characters are never more than bytes; the end result is measured again. */
  countOutput(characters: number): void {
    this.#output += characters;
    if (this.#output > maxOutput) throw new LimitReached('output');
  }

  override push(scope: object): number {
    this.#loops.push(scope);
    return super.push(scope);
  }

  override pop() {
    this.#loops.pop();
    return super.pop();
  }

  /** Every variable of a text is read here; the first path is the chain before any bracket. */
  // biome-ignore lint/correctness/useYield: the engine asks for an iterator, reading needs none
  override *_get(paths: readonly unknown[]): Generator<unknown, unknown> {
    const [first, ...rest] = paths;
    const { chain, shown } = readMark(String(first));
    const value = this.#walk(this.#read(chain), rest);
    if (shown !== null && (value === undefined || value === null)) this.missing.add(shown);
    return value;
  }

  /** Variables that the text has set take precedence over given values (D-524). */
  #read(chain: string): unknown {
    const [root = '', ...rest] = chain.split('.');
    const holder = [this.bottom(), ...this.#loops].findLast((scope) => Object.hasOwn(scope, root));
    return holder ? this.#walk(Reflect.get(holder, root), rest) : readChain(this.#values, chain);
  }

  #walk(start: unknown, keys: readonly unknown[]): unknown {
    return keys.reduce(
      (value, key) => (value instanceof Drop ? this.#ofLoop(value, key) : readProperty(value, key)),
      start,
    );
  }

  /** `forloop` is an object of the engine with methods instead of keys; only these can be read. */
  #ofLoop(drop: Drop, key: unknown): unknown {
    return typeof key === 'string' && loopKeys.has(key) ? this.readProperty(drop, key) : undefined;
  }
}

const loopKeys = new Set(['index', 'index0', 'first', 'last', 'length']);

/** The reader marks names whose absence is reported: `!5:shownchain`. No name begins with `!`. */
function readMark(text: string): { chain: string; shown: string | null } {
  if (!text.startsWith('!')) return { chain: text, shown: null };
  const from = text.indexOf(':') + 1;
  const end = from + Number(text.slice(1, from - 1));
  return { chain: text.slice(end), shown: text.slice(from, end) };
}
