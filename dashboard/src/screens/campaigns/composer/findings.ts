import type { Finding, Preflight } from '../../../api/campaign-preflight.ts';
import type { CardName } from './missing.ts';

/** Tells findings of one preflight apart; one that is found again is the same. */
export const findingKey = ({ code, field, line, column, message }: Finding): string =>
  JSON.stringify([code, field, line, column, message]);

/** The card that a finding is about; null if it is about the project. */
export function cardOf({ code, field }: Finding): CardName | null {
  if (field === 'from') return 'sender';
  if (field === 'audienceType' || field === 'segmentId') return 'audience';
  if (field === 'subject' || field === 'body' || code === 'UNSUBSCRIBE_LINK_MISSING') return 'content';
  return null;
}

export const problemsOf = (preflight: Preflight | null, card: CardName): number =>
  (preflight?.blocks ?? []).filter((finding) => cardOf(finding) === card).length;

/** What keeps a campaign from being sent: "One problem and 2 warnings are left." */
export function leftWords(problems: number, warnings: number): string | null {
  const parts = [
    problems > 0 && (problems === 1 ? 'One problem' : `${problems} problems`),
    warnings > 0 && (warnings === 1 ? 'one warning' : `${warnings} warnings`),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const text = parts.join(' and ');
  const isOne = problems + warnings === 1;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${isOne ? 'is' : 'are'} left.`;
}
