import type { Choice } from '../../widgets/choice-picker/choice.ts';

/** Events that every project records by itself; those of segments carry the segment in their name. */
export const platformEvents: readonly (readonly [name: string, when: string])[] = [
  ['email.sent', 'left for the mailbox'],
  ['email.delivery', 'taken by the mailbox'],
  ['email.open', 'opened first'],
  ['email.click', 'a link clicked first'],
  ['email.bounce', 'will never arrive'],
  ['email.complaint', 'marked as spam'],
  ['email.received', 'mail came in'],
  ['email.failed', 'given up'],
  ['email.suppressed', 'not sent on purpose'],
  ['contact.subscribed', 'subscribed'],
  ['contact.unsubscribed', 'unsubscribed'],
];

const beginnings: readonly (readonly [pattern: string, covers: string])[] = [
  ['email.*', 'all about mail'],
  ['contact.*', 'subscriptions'],
  ['segment.*', 'segments entered and left'],
];

export const maxPatterns = 50;
const maxCharacters = 255;

/** Whether a pattern matches a name, or everything that another pattern matches. */
export function covers(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === name) return true;
  return pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1));
}

/** What is chosen after one more was: a wider or a narrower pattern takes the place of those it makes pointless. */
export const withPattern = (patterns: readonly string[], added: string): readonly string[] => [
  ...patterns.filter((pattern) => !covers(added, pattern) && !covers(pattern, added)),
  added,
];

/** Everything that can be chosen: all, beginnings of names, our events, and the project's own. */
export function patternChoices(recorded: readonly string[]): readonly Choice[] {
  const ours = new Set(platformEvents.map(([name]) => name));
  return [
    { value: '*', label: '*', note: 'every event', group: 'Many at once' },
    ...beginnings.map(([value, note]) => ({ value, label: value, note, group: 'Many at once' })),
    ...platformEvents.map(([value, note]) => ({ value, label: value, note, group: 'Recorded by Postrider' })),
    ...recorded.filter((name) => !ours.has(name)).map((value) => ({ value, label: value, group: 'Recorded so far' })),
  ];
}

/** A name that was not recorded yet, or a beginning such as `order.*`. */
export function typedPattern(text: string): Choice | null {
  const value = text.trim();
  if (value === '' || value.length > maxCharacters) return null;
  return { value, label: value, group: 'As typed', note: value.endsWith('.*') ? 'names that begin so' : 'a name' };
}

/** The names among all known ones that an endpoint is called for. */
export function matchingNames(patterns: readonly string[], recorded: readonly string[]): readonly string[] {
  const known = new Set([...platformEvents.map(([name]) => name), ...recorded]);
  const exact = patterns.filter((pattern) => pattern !== '*' && !pattern.endsWith('.*'));
  return [...new Set([...exact, ...[...known].filter((name) => patterns.some((one) => covers(one, name)))])];
}
