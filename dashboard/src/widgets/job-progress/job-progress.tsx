import type { ReactElement, ReactNode } from 'react';
import { formatCount } from '../figures/format.ts';
import { StateShape } from '../state-shape/state-shape.tsx';
import './job-progress.css';
import { shareDone } from './share-done.ts';

export interface JobOutcome {
  /** "changed", "already subscribed", "failed". */
  label: string;
  count: number;
  /** Where the list of these is. */
  href?: string;
  isFailure?: boolean;
}

interface JobProgressProps {
  /** What is being done: "Importing growers.csv". */
  title: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  done: number;
  /** Null while the size is not known. */
  total: number | null;
  outcomes?: readonly JobOutcome[];
  /** Why it stopped. */
  error?: string | null;
  actions?: ReactNode;
}

/** The progress of a job and its honest result. The screen asks the server; this draws. */
export function JobProgress(props: JobProgressProps): ReactElement {
  const { title, state, done, total, outcomes = [], error, actions } = props;
  const isOver = state === 'completed' || state === 'failed';
  const share = shareDone(done, total);
  return (
    <div className={`job ${state}`}>
      <div className="job-head">
        <StateShape shape={shapes[state]} tone={tones[state]} />
        <b>{title}</b>
        <span className="job-count">
          {isOver
            ? words[state]
            : total === null
              ? `${formatCount(done)} so far`
              : `${formatCount(done)} of ${formatCount(total)}`}
        </span>
      </div>
      {isOver ? null : (
        <progress className="job-bar" aria-label={title} max={1} {...(share === null ? {} : { value: share })} />
      )}
      {outcomes.length > 0 ? (
        <p className="job-result" role={isOver ? 'status' : undefined}>
          {outcomes.map((outcome, index) => (
            <span key={outcome.label}>
              {index > 0 ? ', ' : ''}
              <Outcome outcome={outcome} />
            </span>
          ))}
        </p>
      ) : null}
      {error ? <p className="job-error">{error}</p> : null}
      {actions ? <div className="job-acts">{actions}</div> : null}
    </div>
  );
}

const shapes = { waiting: 'ring', active: 'half', completed: 'tick', failed: 'cross' } as const;
const tones = { waiting: 't3', active: 't2', completed: 'good', failed: 'bad' } as const;
const words = { completed: 'done', failed: 'stopped' } as const;

function Outcome({ outcome }: { outcome: JobOutcome }): ReactElement {
  const text = `${formatCount(outcome.count)} ${outcome.label}`;
  const tone = outcome.isFailure && outcome.count > 0 ? 'bad' : undefined;
  return outcome.href && outcome.count > 0 ? (
    <a className={`plain ${tone ?? ''}`} href={outcome.href}>
      {text}
    </a>
  ) : (
    <span className={tone}>{text}</span>
  );
}
