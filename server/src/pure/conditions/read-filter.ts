import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import type { FilterContent, FilterDraft } from './filter-draft.ts';
import { isEventOperator, isOperator, isSegmentOperator, type Operator, operators } from './operators.ts';
import type { FilterProblem } from './problem.ts';
import { type FieldOptions, readEvent, readSegment, readValueField } from './read-field.ts';
import { readEventMeaning, readValueMeaning } from './read-meaning.ts';
import type { Filter } from './tree.ts';

export type FilterReading = { filter: Filter | undefined; problems: FilterProblem[] };

/** Reads one filter. `filter` is undefined when it has a problem. */
export function readFilter(raw: unknown, options: FieldOptions): FilterReading {
  const problems: FilterProblem[] = [];
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    problems.push({ code: 'invalid_type', message: 'A filter is an object with field and operator.' });
    return { filter: undefined, problems };
  }
  const parts: { field?: unknown; operator?: unknown; value?: unknown; unit?: unknown } = raw;
  const field = readName(parts.field, problems);
  const operator = readOperator(parts.operator, problems);
  if (field === undefined || operator === undefined) return { filter: undefined, problems };

  const draft = { value: parts.value, unit: parts.unit, problems };
  const understood = understand(field, operator, draft, options);
  return { filter: understood && problems.length === 0 ? { field, operator, ...understood } : undefined, problems };
}

function readName(raw: unknown, problems: FilterProblem[]): string | undefined {
  const refuse = (code: FilterProblem['code'], message: string): undefined => {
    problems.push({ key: 'field', code, message });
  };
  if (raw === undefined || raw === null) return refuse('required', 'A filter names a field.');
  if (typeof raw !== 'string') return refuse('invalid_type', 'A field is text.');
  if (raw === '') return refuse('too_small', 'A filter names a field.');
  if (isLongerThan(raw, limits.conditionFieldCharacters)) {
    return refuse('too_big', `A field has at most ${limits.conditionFieldCharacters} characters.`);
  }
  if (raw.includes('\0')) return refuse('invalid_string', 'A field cannot contain the character U+0000.');
  return raw.toWellFormed();
}

function readOperator(raw: unknown, problems: FilterProblem[]): Operator | undefined {
  const refuse = (code: FilterProblem['code']): undefined => {
    problems.push({ key: 'operator', code, message: `An operator is one of ${operators.join(', ')}.` });
  };
  if (raw === undefined || raw === null) return refuse('required');
  if (typeof raw !== 'string') return refuse('invalid_type');
  return isOperator(raw) ? raw : refuse('invalid_enum_value');
}

/** The family of the operator decides first (D-305). */
function understand(
  field: string,
  operator: Operator,
  draft: FilterDraft,
  options: FieldOptions,
): FilterContent | undefined {
  if (isEventOperator(operator)) return readEventMeaning(operator, readEvent(field, draft.problems), draft);
  if (isSegmentOperator(operator)) {
    const id = readSegment(field, draft.problems);
    return id === undefined
      ? undefined
      : { meaning: { kind: 'segment', id, isWanted: operator === 'memberOfSegment' } };
  }
  return readValueMeaning(operator, { ...draft, of: readValueField(field, operator, options, draft.problems) });
}
