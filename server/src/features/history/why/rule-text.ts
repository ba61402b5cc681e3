import type { Filter } from '#pure/conditions';
import { valueText } from './texts.ts';

/** A rule of an audience as a sentence: `data.plan equals "pro"`. */
export function ruleText(
  { field, operator, value, unit, meaning }: Filter,
  segmentName: (id: string) => string | null,
): string {
  if (meaning.kind === 'segment') {
    const name = segmentName(meaning.id);
    const which = name === null ? `a segment that is gone (${meaning.id})` : `the segment ${valueText(name)}`;
    return `${meaning.isWanted ? 'member' : 'not a member'} of ${which}`;
  }
  const words = operator.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [field, words, ...(value === undefined ? [] : [valueText(value)]), ...(unit === undefined ? [] : [unit])].join(
    ' ',
  );
}
