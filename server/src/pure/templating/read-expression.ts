import { type Cursor, isAtEnd, spend, take } from './cursor.ts';
import { isFilter, similarFilters } from './filter-names.ts';
import { type NameContext, readValue, type Value, type VariableName, valueProgram } from './read-value.ts';
import { TemplateFault } from './template-error.ts';

/** Saving is strict; two rules are relaxed when sending (D-535). */
export interface ExpressionContext extends NameContext {
  readonly isSaving: boolean;
  /** Called for a variable that is printed and has no fallback. */
  onNeeded?(name: VariableName): void;
}

const comparison = /==|!=|<=|>=|<|>|contains(?![\p{L}\p{M}\p{N}_-])/uy;
const joining = /(?:and|or)(?![\p{L}\p{M}\p{N}_-])/uy;
const not = /not(?![\p{L}\p{M}\p{N}_-])/uy;
const filterName = /[A-Za-z_]\w*/y;

/** Values joined by `??`, from left to right (D-523). */
export function readFallback(cursor: Cursor, context: ExpressionContext): Value[] {
  const values = [readValue(cursor, context)];
  while (take(cursor, /\?\?/y) !== null) values.push(readValue(cursor, context));
  const last = values.at(-1);
  if (context.isSaving && values.length > 1 && last && !(last.kind === 'literal' && last.isFixed)) throw bareWord(last);
  return values;
}

function bareWord(last: Value): TemplateFault {
  const message = 'The last choice after ?? must be a text, a number, true or false.';
  return new TemplateFault(
    last.at,
    message,
    last.kind === 'name' ? `Write "${last.shown}" in quotation marks.` : undefined,
  );
}

/** In parentheses where there is a fallback, so that `??` binds closer than any other operator. */
export const fallbackProgram = (values: readonly Value[], isNeeded = false): string =>
  values.length === 1
    ? values.map((value) => valueProgram(value, isNeeded)).join('')
    : `(${values.map((value) => valueProgram(value)).join(' ?? ')})`;

interface Expression {
  /** The variable that it consists of, if it is nothing else. */
  readonly name: VariableName | null;
  program(isNeeded: boolean): string;
}

/** A condition or a plain value: comparisons joined by `and` and `or`, which the engine reads from right to left (D-529). */
export function readExpression(cursor: Cursor, context: ExpressionContext): Expression {
  const pieces: string[] = [];
  let only: Value[] | null = null;
  for (;;) {
    while (take(cursor, not) !== null) {
      spend(cursor);
      pieces.push('not');
    }
    const left = readFallback(cursor, context);
    const operator = take(cursor, comparison);
    if (operator === null && pieces.length === 0) only = left;
    pieces.push(fallbackProgram(left));
    if (operator !== null) pieces.push(operator, fallbackProgram(readFallback(cursor, context)));
    const joint = take(cursor, joining);
    if (joint === null) break;
    only = null;
    pieces.push(joint);
  }
  const values = only;
  const [first, ...others] = values ?? [];
  const name = first?.kind === 'name' && others.length === 0 ? first : null;
  return { name, program: (isNeeded) => (values ? fallbackProgram(values, isNeeded) : pieces.join(' ')) };
}

/** An expression with its filters, to the end of the output or tag. */
export function readFiltered(cursor: Cursor, context: ExpressionContext): string {
  if (isAtEnd(cursor))
    throw new TemplateFault(cursor.at, 'A value is missing here.', 'Write a name between the braces.');
  const expression = readExpression(cursor, context);
  const filters: { name: string; program: string }[] = [];
  while (take(cursor, /\|/y) !== null) {
    const filter = readFilter(cursor, context);
    if (filter) filters.push(filter);
  }
  const hasDefault = filters.some(({ name }) => name === 'default');
  const isRaw = filters.some(({ name }) => name === 'raw');
  const steps = filters.filter(({ name }) => name !== 'raw').map(({ program }) => program);
  const isNeeded = context.isOutput && !hasDefault;
  if (isNeeded && expression.name) context.onNeeded?.(expression.name);
  const head = expression.program(isNeeded);
  return [head, ...steps, ...(isRaw ? ['raw'] : [])].join(' | ');
}

/** Null for an unknown filter, which does nothing when sending. */
function readFilter(cursor: Cursor, context: ExpressionContext): { name: string; program: string } | null {
  const name = take(cursor, filterName);
  if (name === null) throw new TemplateFault(cursor.at, 'A filter needs a name.', 'For example {{ name | upcase }}.');
  spend(cursor);
  const at = cursor.at - name.length;
  const values: string[] = [];
  if (take(cursor, /:/y) !== null) {
    do values.push(fallbackProgram(readFallback(cursor, context)));
    while (take(cursor, /,/y) !== null);
  }
  if (!isFilter(name)) {
    if (context.isSaving) throw new TemplateFault(at, `Unknown filter '${name}'.`, similarFilters(name));
    return null;
  }
  return { name, program: values.length === 0 ? name : `${name}: ${values.join(', ')}` };
}
