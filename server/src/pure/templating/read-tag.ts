import type { Cursor } from './cursor.ts';
import { expectEnd, isAtEnd, take } from './cursor.ts';
import type { Manner } from './read-expression.ts';
import { fallbackProgram, readExpression, readFallback, readFiltered } from './read-expression.ts';
import { Fault } from './template-error.ts';

/** A tag for the engine, and the name it gives to something, if any. */
export interface TagReading {
  readonly program: string;
  readonly sets?: string;
}

type ReadTag = (cursor: Cursor, manner: Manner) => TagReading;

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
  (cursor, manner) => {
    const program = `{% ${name} ${readExpression(cursor, manner).program(false)} %}`;
    expectEnd(cursor, hintAfter(cursor));
    return { program };
  };

/** What people most often leave behind a condition. */
const hintAfter = (cursor: Cursor): string =>
  !isAtEnd(cursor) && cursor.source[cursor.at] === '|'
    ? 'Filters are possible in outputs and in {% assign x = … %}.'
    : spacedName;

/** How each tag reads what stands behind its name (section 2.5). */
export const tagReaders: Readonly<Record<string, ReadTag>> = {
  if: condition('if'),
  elsif: condition('elsif'),
  unless: condition('unless'),
  else: bare('else'),
  endif: bare('endif'),
  endunless: bare('endunless'),
  case(cursor, manner) {
    const program = `{% case ${fallbackProgram(readFallback(cursor, manner))} %}`;
    expectEnd(cursor, spacedName);
    return { program };
  },
  when(cursor, manner) {
    const values = [fallbackProgram(readFallback(cursor, manner))];
    while (take(cursor, /,|or(?![\p{L}\p{M}\p{N}_-])/uy) !== null)
      values.push(fallbackProgram(readFallback(cursor, manner)));
    expectEnd(cursor, 'Several values are separated by commas.');
    return { program: `{% when ${values.join(', ')} %}` };
  },
  endcase: bare('endcase'),
  for: readFor,
  endfor: bare('endfor'),
  break: bare('break'),
  continue: bare('continue'),
  assign(cursor, manner) {
    const name = newName(cursor, 'For example {% assign total = 5 %}.');
    if (take(cursor, /=/y) === null)
      throw new Fault(cursor.at, "The sign '=' is missing.", 'For example {% assign total = 5 %}.');
    const program = `{% assign ${name} = ${readFiltered(cursor, manner)} %}`;
    expectEnd(cursor, spacedName);
    return { program, sets: name };
  },
  capture(cursor) {
    const name = newName(cursor, 'For example {% capture greeting %}.');
    expectEnd(cursor);
    return { program: `{% capture ${name} %}`, sets: name };
  },
  endcapture: bare('endcapture'),
  cycle(cursor, manner) {
    const values = [fallbackProgram(readFallback(cursor, manner))];
    const group = take(cursor, /:/y) === null ? '' : `${values.pop()}: `;
    if (group !== '') values.push(fallbackProgram(readFallback(cursor, manner)));
    while (take(cursor, /,/y) !== null) values.push(fallbackProgram(readFallback(cursor, manner)));
    expectEnd(cursor, 'Values are separated by commas.');
    return { program: `{% cycle ${group}${values.join(', ')} %}` };
  },
};

function newName(cursor: Cursor, suggestion: string): string {
  const name = take(cursor, word);
  if (name === null) throw new Fault(cursor.at, 'A name is missing here.', suggestion);
  return name;
}

function readFor(cursor: Cursor, manner: Manner): TagReading {
  const suggestion = 'For example {% for item in items %}.';
  const name = newName(cursor, suggestion);
  if (take(cursor, /in(?![\p{L}\p{M}\p{N}_-])/uy) === null)
    throw new Fault(cursor.at, "The word 'in' is missing.", suggestion);
  const list = readRange(cursor, manner) ?? fallbackProgram(readFallback(cursor, manner));
  const options = new Map<string, string>();
  while (!isAtEnd(cursor)) {
    take(cursor, /,/y);
    const { at } = cursor;
    const option = take(cursor, /(?:limit|offset)(?=\s*:)|reversed(?![\p{L}\p{M}\p{N}_-])/uy);
    if (option === null) {
      expectEnd(cursor, 'Options are limit:, offset: and reversed.');
      throw new Fault(at, 'An option is missing after the comma.');
    }
    options.set(option, option === 'reversed' ? option : `${option}: ${readCount(cursor, manner)}`);
  }
  // Why: the round is counted where it begins, so an empty body cannot run for free.
  return { program: `{% for ${name} in ${list} ${[...options.values()].join(' ')} %}{% step %}`, sets: name };
}

/** `(1..5)`, made by a filter of ours that knows the limits. */
function readRange(cursor: Cursor, manner: Manner): string | null {
  if (take(cursor, /\(/y) === null) return null;
  const from = fallbackProgram(readFallback(cursor, manner));
  if (take(cursor, /\.\./y) === null) throw new Fault(cursor.at, 'A range is written (1..5).');
  const to = fallbackProgram(readFallback(cursor, manner));
  if (take(cursor, /\)/y) === null) throw new Fault(cursor.at, 'A range is written (1..5).');
  return `(${from} | range: ${to})`;
}

function readCount(cursor: Cursor, manner: Manner): string {
  take(cursor, /:/y);
  return `(${fallbackProgram(readFallback(cursor, manner))} | count)`;
}
