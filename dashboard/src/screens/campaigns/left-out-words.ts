import type { Preflight } from '../../api/campaign-preflight.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';

type Recipients = Preflight['recipients'];

/** The people of an audience who will not get the mail, by cause: "88 unsubscribed, 18 suppressed". */
export function leftOutParts({ unsubscribed, suppressed, excluded }: Recipients): string {
  return [
    [unsubscribed, 'unsubscribed'] as const,
    [suppressed, 'suppressed'] as const,
    [excluded, 'reached before'] as const,
  ]
    .filter(([count]) => count !== null && count > 0)
    .map(([count, word]) => `${formatCount(count ?? 0)} ${word}`)
    .join(', ');
}

export function leftOutWords(recipients: Recipients): string {
  const people = countOf(recipients.audience ?? 0, 'person', 'people');
  const parts = leftOutParts(recipients);
  return parts === '' ? `${people}; all of them get it.` : `${people}. Left out: ${parts}.`;
}
