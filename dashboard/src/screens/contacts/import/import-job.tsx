import { Download } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import {
  type ImportResult,
  importResultOf,
  isFinished,
  type Job,
  readImportErrors,
  useJob,
} from '../../../api/contact-jobs.ts';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject, useReadAgain } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { BalanceLine } from '../../../widgets/balance-line/balance-line.tsx';
import { formatCount, formatDuration, formatExact } from '../../../widgets/figures/format.ts';
import { JobProgress } from '../../../widgets/job-progress/job-progress.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { downloadText } from './download-text.ts';
import { FailedRows } from './failed-rows.tsx';

/** Progress from the job, then what became of every row. */
export function ImportJob({ jobId }: { readonly jobId: string }): ReactElement {
  const { project } = useProject();
  const readAgain = useReadAgain();
  const query = useJob(jobId);
  const job = query.data;
  const isOver = job !== undefined && isFinished(job);
  useEffect(() => {
    if (isOver) readAgain([['contacts'], ['fields']]);
  }, [isOver, readAgain]);
  return (
    <>
      <div className="head">
        <div>
          <h1>Import contacts</h1>
          {job && <p className="sub">{timesOf(job, project.timezone)}</p>}
        </div>
        <div className="acts">
          {isOver && (
            <a className="btn" href={paths.import(project.id)}>
              Import another file
            </a>
          )}
          <a className="btn" href={paths.contacts(project.id)}>
            Contacts
          </a>
        </div>
      </div>
      <StateFrame
        state={{ ...frameOf(query), isRefetching: false }}
        isEmpty={job === undefined}
        skeleton={<SkeletonLines lines={4} />}
        empty={null}
      >
        {job && <JobReport job={job} />}
      </StateFrame>
    </>
  );
}

function timesOf({ createdAt, startedAt, finishedAt }: Job, timeZone: string): string {
  const began = `Uploaded ${formatExact(Date.parse(createdAt), timeZone)}.`;
  if (!startedAt || !finishedAt) return `${began} You can leave this page; the import goes on.`;
  return `${began} Done in ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}.`;
}

function JobReport({ job }: { readonly job: Job }): ReactElement {
  const result = importResultOf(job);
  if (job.type !== 'import') return <p className="mt16">This job is no import.</p>;
  return (
    <>
      {(!isFinished(job) || job.state === 'failed') && (
        <div className="mt16">
          <JobProgress
            title={job.state === 'failed' ? 'The import stopped' : 'Importing'}
            state={job.state}
            done={job.progress}
            total={100}
            error={job.failedReason}
          />
        </div>
      )}
      {result && <Result jobId={job.id} result={result} />}
    </>
  );
}

function Result({ jobId, result }: { readonly jobId: string; readonly result: ImportResult }): ReactElement {
  const { session } = useProject();
  const { say } = useToasts();
  const [isReading, setIsReading] = useState(false);
  const download = async () => {
    setIsReading(true);
    try {
      downloadText('failed-rows.csv', await readImportErrors(session, jobId));
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    } finally {
      setIsReading(false);
    }
  };
  return (
    <>
      <div className="mt16">
        <BalanceLine
          label="Balance of this import"
          caption="Every row of the file, once"
          total={{ label: 'rows read', count: result.total }}
          parts={[
            { label: 'created', count: result.created, shape: 'dot', tone: 'good' },
            { label: 'updated', count: result.updated, shape: 'bull', tone: 'second' },
            { label: 'unchanged', count: result.skipped, shape: 'ring', tone: 'third' },
            {
              label: 'failed',
              count: result.failed,
              shape: 'cross',
              tone: 'bad',
              ...(result.failed > 0 && { href: '#failed' }),
            },
          ]}
        />
      </div>
      {result.failed > 0 ? (
        <section id="failed" className="mt32" aria-labelledby="failed-rows">
          <div className="section-h mb8">
            <h2 id="failed-rows">Failed rows</h2>
            <span className="t3">{formatCount(result.failed)}</span>
            <button type="button" className="btn sm push" disabled={isReading} onClick={() => void download()}>
              <Download size={14} strokeWidth={1.75} aria-hidden className="i" />
              {`File with ${countOf(result.failed, 'row', 'rows')} and why`}
            </button>
          </div>
          <FailedRows result={result} />
        </section>
      ) : (
        <p className="mt24 t2">No row failed. Empty cells kept the old value.</p>
      )}
    </>
  );
}
