import { type Cursor, expectEnd, isAtEnd, take } from './cursor.ts';
import {
  type ExpressionContext,
  fallbackProgram,
  readExpression,
  readFallback,
  readFiltered,
} from './read-expression.ts';
import { TemplateFault } from './template-error.ts';

/** A tag for the engine, and the name that it sets, if any. */
export interface TagReading {
  readonly program: string;
  readonly sets?: string;
}

type ReadTag = (cursor: Cursor, context: ExpressionContext) => TagReading;

const word = /[\p{L}_][\p{L}\p{M}\p{N}_-]*/uy;
const spacedName = 'Inside {% … %} a name with spaces is written data["first name"].';

const bare =
  (name: string): ReadTag =>
  (cursor) => {
    expectEnd(cursor);
    return { program: `{% ${name} %}` };
  };

const condition =
  (name: string): ReadTag =>
  (cursor, context) => {
    const program = `{% ${name} ${readExpression(cursor, context).program(false)} %}`;
    expectEnd(cursor, hintAfter(cursor));
    return { program };
  };

/** A suggestion for what authors most often write after a condition. */
const hintAfter = (cursor: Cursor): string =>
  !isAtEnd(cursor) && cursor.source[cursor.at] === '|'
    ? 'Filters are possible in outputs and in {% assign x = … %}.'
    : spacedName;

/** How each tag reads what follows its name (section 2.5). */
export const tagReaders: Readonly<Record<string, ReadTag>> = {
  if: condition('if'),
  elsif: condition('elsif'),
  unless: condition('unless'),
  else: bare('else'),
  endif: bare('endif'),
  endunless: bare('endunless'),
  case(cursor, context) {
    const program = `{% case ${fallbackProgram(readFallback(cursor, context))} %}`;
    expectEnd(cursor, spacedName);
    return { program };
  },
  when(cursor, context) {
    const values = [fallbackProgram(readFallback(cursor, context))];
    while (take(cursor, /,|or(?![\p{L}\p{M}\p{N}_-])/uy) !== null)
      values.push(fallbackProgram(readFallback(cursor, context)));
    expectEnd(cursor, 'Several values are separated by commas.');
    return { program: `{% when ${values.join(', ')} %}` };
  },
  endcase: bare('endcase'),
  for: readFor,
  endfor: bare('endfor'),
  break: bare('break'),
  continue: bare('continue'),
  assign(cursor, context) {
    const name = newName(cursor, 'For example {% assign total = 5 %}.');
    if (take(cursor, /=/y) === null)
      throw new TemplateFault(cursor.at, "The sign '=' is missing.", 'For example {% assign total = 5 %}.');
    const program = `{% assign ${name} = ${readFiltered(cursor, context)} %}`;
    expectEnd(cursor, spacedName);
    return { program, sets: name };
  },
  capture(cursor) {
    const name = newName(cursor, 'For example {% capture greeting %}.');
    expectEnd(cursor);
    return { program: `{% capture ${name} %}`, sets: name };
  },
  endcapture: bare('endcapture'),
  cycle(cursor, context) {
    const values = [fallbackProgram(readFallback(cursor, context))];
    const group = take(cursor, /:/y) === null ? '' : `${values.pop()}: `;
    if (group !== '') values.push(fallbackProgram(readFallback(cursor, context)));
    while (take(cursor, /,/y) !== null) values.push(fallbackProgram(readFallback(cursor, context)));
    expectEnd(cursor, 'Values are separated by commas.');
    return { program: `{% cycle ${group}${values.join(', ')} %}` };
  },
};

function newName(cursor: Cursor, suggestion: string): string {
  const name = take(cursor, word);
  if (name === null) throw new TemplateFault(cursor.at, 'A name is missing here.', suggestion);
  return name;
}

function readFor(cursor: Cursor, context: ExpressionContext): TagReading {
  const suggestion = 'For example {% for item in items %}.';
  const name = newName(cursor, suggestion);
  if (take(cursor, /in(?![\p{L}\p{M}\p{N}_-])/uy) === null)
    throw new TemplateFault(cursor.at, "The word 'in' is missing.", suggestion);
  const list = readRange(cursor, context) ?? fallbackProgram(readFallback(cursor, context));
  const options = new Map<string, string>();
  while (!isAtEnd(cursor)) {
    take(cursor, /,/y);
    const { at } = cursor;
    const option = take(cursor, /(?:limit|offset)(?=\s*:)|reversed(?![\p{L}\p{M}\p{N}_-])/uy);
    if (option === null) {
      expectEnd(cursor, 'Options are limit:, offset: and reversed.');
      throw new TemplateFault(at, 'An option is missing after the comma.');
    }
    options.set(option, option === 'reversed' ? option : `${option}: ${readCount(cursor, context)}`);
  }
  // Why: the round is counted where it begins, so an empty body is counted too.
  return { program: `{% for ${name} in ${list} ${[...options.values()].join(' ')} %}{% step %}`, sets: name };
}

/** `(1..5)`, made by an internal filter that checks the limits. */
function readRange(cursor: Cursor, context: ExpressionContext): string | null {
  if (take(cursor, /\(/y) === null) return null;
  const from = fallbackProgram(readFallback(cursor, context));
  if (take(cursor, /\.\./y) === null) throw new TemplateFault(cursor.at, 'A range is written (1..5).');
  const to = fallbackProgram(readFallback(cursor, context));
  if (take(cursor, /\)/y) === null) throw new TemplateFault(cursor.at, 'A range is written (1..5).');
  return `(${from} | range: ${to})`;
}

function readCount(cursor: Cursor, context: ExpressionContext): string {
  take(cursor, /:/y);
  return `(${fallbackProgram(readFallback(cursor, context))} | count)`;
}
