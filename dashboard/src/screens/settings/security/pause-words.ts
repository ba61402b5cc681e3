import type { Security } from '../../../api/home.ts';
import { formatCount, formatPercent } from '../../../widgets/figures/format.ts';

type Suspension = Security['suspensions'][number];

export function pausedWords({ scope, targetName }: Suspension): string {
  const words = {
    ALL: 'Everything',
    MARKETING: 'Marketing',
    CAMPAIGN: `Campaign ${targetName ?? ''}`,
    WORKFLOW: `Workflow ${targetName ?? ''}`,
  };
  return words[scope].trim();
}

/** "Bounces 8.4 % (line 8 %)". */
export function causeWords({ cause, value, threshold }: Suspension): string {
  const percent = (figure: number | null) => (figure === null ? 'unknown' : formatPercent(figure));
  const count = (figure: number | null) => (figure === null ? 'unknown' : formatCount(figure));
  switch (cause) {
    case 'BOUNCE_RATE':
      return `Bounces ${percent(value)} (line ${percent(threshold)})`;
    case 'COMPLAINT_RATE':
      return `Complaints ${percent(value)} (line ${percent(threshold)})`;
    case 'NEW_PROJECT_BOUNCES':
      return `${count(value)} bounces in 24 h of a new project (line ${count(threshold)})`;
    case 'NEW_PROJECT_COMPLAINTS':
      return `${count(value)} complaints in 24 h of a new project (line ${count(threshold)})`;
    case 'CHECK_FAILED':
      return 'The figures could not be worked out; it ends by itself when they can';
  }
}
