import { type Context, type Emitter, Liquid, Tag, type TagToken, type TopLevelToken } from 'liquidjs';
import { filters } from './filters.ts';
import { operators } from './operators.ts';
import { escapeHtml, print } from './print.ts';
import { Run } from './run.ts';

/** Prints a part of the author's own text, by its number; counted like any other output. */
class TextTag extends Tag {
  readonly #number: number;

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    this.#number = Number(token.args);
  }

  override render(run: Context, emitter: Emitter): void {
    if (!(run instanceof Run)) return;
    const text = run.texts[this.#number] ?? '';
    run.countOutput(text.length);
    emitter.write(text);
  }
}

/** Counts one round; the first tag of every loop body. */
class StepTag extends Tag {
  override render(run: Context): void {
    if (run instanceof Run) run.count(1);
  }
}

const keptTags = new Set(['if', 'unless', 'case', 'for', 'break', 'continue', 'assign', 'capture', 'cycle']);

/**
 * The engine. It only runs programs written by `readTemplate`.
 * Why: so that tags, filters and names are closed sets before it parses, and files, includes and patterns out of reach.
 */
export const engine = makeEngine();

function makeEngine(): Liquid {
  const liquid = new Liquid({
    templates: {},
    operators,
    groupedExpressions: true,
    ownPropertyOnly: true,
    strictFilters: true,
    locale: 'en',
    outputEscape: printed,
  });
  for (const name of Object.keys(liquid.tags)) if (!keptTags.has(name)) delete liquid.tags[name];
  for (const name of Object.keys(liquid.filters)) delete liquid.filters[name];
  for (const [name, filter] of filters) liquid.registerFilter(name, filter);
  liquid.registerTag('text', TextTag);
  liquid.registerTag('step', StepTag);
  return liquid;
}

/** Prints every output of a text, unless its author wrote `raw` (D-525, D-526). */
function printed(this: { context: Context }, value: unknown): string {
  const text = print(value);
  if (!(this.context instanceof Run)) return text;
  this.context.countOutput(text.length);
  return this.context.settings.mode === 'html' ? escapeHtml(text) : text;
}
