import { type ReactElement, useEffect } from 'react';
import { isFinished, type Job, useJob } from '../../api/contact-jobs.ts';
import { frameOf } from '../../api/frame.ts';
import { useReadAgain } from '../../api/project.ts';
import { JobProgress } from '../../widgets/job-progress/job-progress.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';

interface ReplayProgressProps {
  readonly jobId: string;
  readonly onPutAway: () => void;
}

/** How far a replay is, and how many deliveries it made. */
export function ReplayProgress({ jobId, onPutAway }: ReplayProgressProps): ReactElement {
  const query = useJob(jobId);
  const readAgain = useReadAgain();
  const job = query.data;
  const isOver = job !== undefined && isFinished(job);
  useEffect(() => {
    if (isOver) readAgain([['webhooks']]);
  }, [isOver, readAgain]);
  return (
    <section className="mt16 card replay" aria-label="Replay">
      <div className="c-body">
        <StateFrame
          state={{ ...frameOf(query), isRefetching: false }}
          isEmpty={job === undefined}
          skeleton={<SkeletonLines lines={2} />}
          empty={null}
        >
          {job && (
            <JobProgress
              title={titles[job.state]}
              state={job.state}
              done={job.progress}
              total={100}
              outcomes={
                isOver && job.state === 'completed' ? [{ label: 'events are sent again', count: queuedOf(job) }] : []
              }
              error={job.failedReason}
            />
          )}
        </StateFrame>
        {(isOver || query.isError) && (
          <button type="button" className="btn sm mt8" onClick={onPutAway}>
            Put away
          </button>
        )}
      </div>
    </section>
  );
}

const titles: Readonly<Record<Job['state'], string>> = {
  waiting: 'The replay begins soon',
  active: 'Replaying',
  completed: 'Replayed',
  failed: 'The replay stopped',
};

function queuedOf({ result }: Job): number {
  return result !== null && 'queued' in result && typeof result.queued === 'number' ? result.queued : 0;
}
