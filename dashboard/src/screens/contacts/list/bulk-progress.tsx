import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { BulkRun } from '../../../api/bulk-run.ts';
import type { BulkOperation } from '../../../api/contact-jobs.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { JobProgress } from '../../../widgets/job-progress/job-progress.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import './bulk-progress.css';

const underWay: Readonly<Record<BulkOperation, string>> = {
  subscribe: 'Subscribing',
  unsubscribe: 'Unsubscribing',
  delete: 'Deleting',
};
const over: Readonly<Record<BulkOperation, string>> = {
  subscribe: 'Subscribe',
  unsubscribe: 'Unsubscribe',
  delete: 'Delete',
};
const changed: Readonly<Record<BulkOperation, string>> = {
  subscribe: 'changed',
  unsubscribe: 'changed',
  delete: 'deleted',
};
const unchanged: Readonly<Record<BulkOperation, string>> = {
  subscribe: 'already subscribed',
  unsubscribe: 'not subscribed before',
  delete: 'gone already',
};
/** Failures told one by one; the others are only counted. */
const shownErrors = 5;

/** One bar for all jobs of a run, then its honest result. */
export function BulkProgress({
  run,
  onPutAway,
}: {
  readonly run: BulkRun;
  readonly onPutAway: () => void;
}): ReactElement {
  const { operation, requested, progress, result, problem } = run;
  const isOver = result !== null || problem !== null;
  const contacts = countOf(requested, 'contact', 'contacts');
  return (
    <section className="bulk-progress" aria-label="Change of many contacts">
      <JobProgress
        title={`${(isOver ? over : underWay)[operation]} ${contacts}`}
        state={problem ? 'failed' : isOver ? 'completed' : 'active'}
        done={Math.floor((requested * progress) / 100)}
        total={requested}
        error={problem ? [problem.message, problem.suggestion].filter(Boolean).join(' ') : null}
        {...(result && {
          outcomes: [
            { label: changed[operation], count: result.successCount },
            { label: unchanged[operation], count: result.unchangedCount },
            { label: 'failed', count: result.failureCount, isFailure: true },
          ],
        })}
        {...(isOver && {
          actions: (
            <button type="button" className="iconbtn" aria-label="Put this result away" onClick={onPutAway}>
              <X size={16} strokeWidth={1.75} aria-hidden className="i" />
            </button>
          ),
        })}
      />
      {result && result.errors.length > 0 && (
        <ul className="t13 t2">
          {result.errors.slice(0, shownErrors).map(({ contactId, email, error }) => (
            <li key={contactId}>
              {email ?? contactId}: {error}
            </li>
          ))}
          {result.failureCount > shownErrors && <li>and {formatCount(result.failureCount - shownErrors)} more</li>}
        </ul>
      )}
    </section>
  );
}
