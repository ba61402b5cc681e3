import type { z } from 'zod';
import type { FieldProblem } from '#platform/refusals';
import { typeName } from './read-body.ts';

type Issue = z.core.$ZodIssue;

const secretFields = new Set(['password', 'newPassword', 'currentPassword', 'token', 'content']);

/** zod's issues as problems of the specification; raw zod text never reaches a caller. At most 50. */
export function fieldProblems(issues: readonly Issue[], input: unknown): FieldProblem[] {
  return issues
    .flatMap((issue) => flatten(issue))
    .slice(0, 50)
    .map(({ issue, path }) => problemOf(issue, path, valueAt(input, path)));
}

interface IssueAtPath {
  issue: Issue;
  path: PropertyKey[];
}

/** When a field allows several forms and one fits the JSON type, only that form's errors are reported. */
function flatten(issue: Issue, prefix: readonly PropertyKey[] = []): IssueAtPath[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ issue, path }];
  const fitting = issue.errors.find(
    (branch) => !branch.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
  );
  return fitting ? fitting.flatMap((inner) => flatten(inner, path)) : [{ issue, path }];
}

function problemOf(issue: Issue, path: readonly PropertyKey[], value: unknown): FieldProblem {
  const field = path.map(String).join('.');
  const problem = { field, ...wording(issue, isMissing(issue, path, value)) };
  const isSecret = secretFields.has(String(path.at(-1)));
  const received = problem.code === 'invalid_type' ? typeName(value) : isSecret ? undefined : shown(value);
  return received === undefined || problem.code === 'required' ? problem : { ...problem, received };
}

/**
 * For a field `null` counts as missing (D-113); an entry of a list is there, whatever it is.
 * Quirk: in a list of texts `null` is reported as missing all the same.
 */
function isMissing(issue: Issue, path: readonly PropertyKey[], value: unknown): boolean {
  const isEntry = typeof path.at(-1) === 'number' && !(issue.code === 'invalid_type' && issue.expected === 'string');
  return value === undefined || (value === null && !isEntry);
}

function wording(issue: Issue, missing: boolean): { code: string; message: string } {
  switch (issue.code) {
    case 'invalid_type':
      return missing ? required : { code: 'invalid_type', message: wrongType(issue.expected) };
    case 'invalid_value':
      if (missing) return required;
      return { code: 'invalid_enum_value', message: `Must be one of ${issue.values.map(String).join(', ')}.` };
    case 'too_small':
      return { code: 'too_small', message: sizeMessage('At least', issue.minimum, issue.origin) };
    case 'too_big':
      return { code: 'too_big', message: sizeMessage('At most', issue.maximum, issue.origin) };
    case 'invalid_format':
      if (issue.format === 'datetime') return invalidDate;
      return {
        code: 'invalid_string',
        message: formatMessages[issue.format] ?? 'The text does not have the right form.',
      };
    case 'invalid_union':
      return missing ? required : { code: 'invalid_union', message: 'The value has none of the allowed forms.' };
    case 'custom':
      return { code: customCode(issue.params), message: issue.message };
    default:
      return { code: 'custom', message: 'The value is not allowed here.' };
  }
}

const required = { code: 'required', message: 'This field is required.' };

const invalidDate = {
  code: 'invalid_date',
  message: 'Must be a date and time with a zone, such as 2030-03-01T09:00:00Z.',
};

const wrongType = (expected: string): string => `Must be of type ${expected === 'record' ? 'object' : expected}.`;

const formatMessages: Record<string, string> = { uuid: 'Must be an id.', url: 'Must be an address (URL).' };

const customCode = (params: Record<string, unknown> | undefined): string =>
  typeof params?.code === 'string' ? params.code : 'custom';

function sizeMessage(word: string, bound: number | bigint, origin: string): string {
  const unit = origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
  return `${word} ${bound}${unit}.`;
}

const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return [...value.slice(0, 200)].slice(0, 100).join('');
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let node = input;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Record<PropertyKey, unknown>)[step]; // own key, checked
  }
  return node;
}
