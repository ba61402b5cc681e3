import type { Preflight } from '../../../api/campaign-preflight.ts';
import { findingKey, leftWords } from './findings.ts';

interface Readiness {
  readonly isWritten: boolean;
  readonly isCurrent: boolean;
  readonly preflight: Preflight | null;
  readonly seen: ReadonlySet<string>;
  readonly scheduleGap: string | null;
  readonly isConflict: boolean;
}

/** Why the campaign cannot be sent as it stands; null if it can. */
export function refusalOf(readiness: Readiness): string | null {
  const { isWritten, isCurrent, preflight, seen, scheduleGap, isConflict } = readiness;
  if (!isWritten) return 'Something is missing.';
  if (isConflict) return 'It was changed elsewhere.';
  if (preflight === null || !isCurrent) return 'Checking.';
  const unseen = preflight.warnings.filter((warning) => !seen.has(findingKey(warning)));
  const left = leftWords(preflight.blocks.length, unseen.length);
  if (left !== null) return left;
  if (!preflight.complete) return 'The audience is being counted.';
  return scheduleGap;
}
