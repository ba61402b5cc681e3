import type { FilterContent, FilterDraft } from './filter-draft.ts';
import { type EventOperator, measuresTime, type ValueOperator } from './operators.ts';
import { readContains, readEquals, readOrder } from './read-comparison.ts';
import { readWindow } from './read-scalar.ts';
import type { Meaning } from './tree.ts';

/** The meaning of an event operator; the first two ignore value and unit (D-317). */
export function readEventMeaning(
  operator: EventOperator,
  name: string | undefined,
  draft: FilterDraft,
): FilterContent | undefined {
  const meaning = (known: string, milliseconds: number): Meaning => ({
    kind: 'event',
    name: known,
    operator,
    milliseconds,
  });
  if (!measuresTime(operator)) return name === undefined ? undefined : { meaning: meaning(name, 0) };
  const window = readWindow(draft.value, draft.unit, draft.problems);
  if (!window || name === undefined) return undefined;
  return { value: window.value, unit: window.unit, meaning: meaning(name, window.milliseconds) };
}

/** The meaning of a value operator on a field. */
export function readValueMeaning(operator: ValueOperator, draft: FilterDraft): FilterContent | undefined {
  switch (operator) {
    case 'exists':
    case 'notExists':
      return draft.of && { meaning: { kind: 'presence', of: draft.of, isWanted: operator === 'exists' } };
    case 'within':
    case 'olderThan':
      return readAge(operator, draft);
    case 'equals':
    case 'notEquals':
      return readEquals(operator, draft);
    case 'contains':
    case 'notContains':
      return readContains(operator, draft);
    default:
      return readOrder(operator, draft);
  }
}

function readAge(
  operator: 'within' | 'olderThan',
  { of, value, unit, problems }: FilterDraft,
): FilterContent | undefined {
  const window = readWindow(value, unit, problems);
  if (!of || !window) return undefined;
  const meaning: Meaning = { kind: 'age', of, isWithin: operator === 'within', milliseconds: window.milliseconds };
  return { value: window.value, unit: window.unit, meaning };
}
