import { formatCount, formatPercent, formatRate } from '../widgets/figures/format.ts';
import type { HealthLevel } from '../widgets/health-word/health-word.tsx';
import type { Security } from './home.ts';

export interface Health {
  readonly level: HealthLevel;
  readonly word: string;
  readonly reasons: readonly string[];
}

/** How the project is, in one word, and the figures that say so. */
export function healthOf(security: Security): Health {
  return { ...wordOf(security), reasons: reasonsOf(security) };
}

function wordOf({ isDisabled, paused, levels, status }: Security): Pick<Health, 'level' | 'word'> {
  if (isDisabled) return { level: 'bad', word: 'Disabled' };
  if (paused.all) return { level: 'bad', word: 'Paused' };
  if (paused.marketing) return { level: 'bad', word: 'Marketing paused' };
  const decides = [levels.bounce7Day, levels.complaint7Day];
  const isWatched =
    decides.some((level) => level !== 'healthy') || status.warnings.length + status.violations.length > 0;
  return isWatched ? { level: 'warn', word: 'Watch' } : { level: 'good', word: 'In good order' };
}

function reasonsOf({ status, thresholds }: Security): string[] {
  const { total, bounces, complaints } = status.twentyFourHour;
  if (total === 0) return ['No live mail was handed over in 24 hours; test mail is not counted here.'];
  return [
    `Bounces are ${formatRate(bounces, total)} of ${formatCount(total)} handed over in 24 hours; we warn at ${formatPercent(thresholds.bounce.warn)}.`,
    `Complaints are ${formatRate(complaints, total)}; we warn at ${formatPercent(thresholds.complaint.warn)}.`,
  ];
}
