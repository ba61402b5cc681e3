import type { NamedAddress } from './read-mailbox.ts';
import { readMailbox } from './read-mailbox.ts';
import type { Faults } from './reading.ts';

export const maxRecipients = 100;

/** One recipient or up to a hundred (D-604). One entry for each element, in order; repeated addresses are the caller's right. */
export function readRecipients(raw: unknown, faults: Faults): readonly NamedAddress[] | null {
  if (raw === undefined || raw === null) return faults.add([], 'required', 'This field is required.');
  if (!Array.isArray(raw)) {
    const one = readMailbox(raw, [], faults);
    return one && [one];
  }
  if (raw.length === 0) return faults.add([], 'too_small', 'At least 1 entries.');
  if (raw.length > maxRecipients) return faults.add([], 'too_big', `At most ${maxRecipients} entries.`);
  return raw.flatMap((entry: unknown, place) => readMailbox(entry, [place], faults) ?? []);
}
