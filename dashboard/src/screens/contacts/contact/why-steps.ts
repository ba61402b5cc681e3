import type { Why } from '../../../api/contact-story.ts';
import type { TrailStep } from '../../../widgets/trail/trail.tsx';

type Check = Why['checks'][number];

const outcomes = { pass: 'yes', fail: 'no', unknown: 'unknown' } as const;
const names: Readonly<Record<Check['check'], string>> = {
  audience: 'Audience',
  entry: 'Entry',
  subscription: 'Subscription',
  suppression: 'Suppression list',
  pause: 'Pause',
  cap: 'Cap',
  delivery: 'Delivery',
};

/** The checks as questions in their order; rules of the audience with the value they saw. */
export const trailSteps = (checks: readonly Check[]): readonly TrailStep[] =>
  checks.map(({ check, result, message, actual }) => ({
    question: `${names[check]}: ${message}`,
    outcome: outcomes[result],
    ...(check === 'audience' && sawOf(actual)),
  }));

const maxCharacters = 60;

function sawOf(actual: unknown): { saw?: string } {
  if (actual === null || actual === undefined) return {};
  const text = typeof actual === 'string' ? `“${actual}”` : JSON.stringify(actual);
  return { saw: `saw ${text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text}` };
}
