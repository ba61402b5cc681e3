import type { ReactElement } from 'react';
import { useUser } from '../../../api/account.ts';
import { type Examination, useDoctor, useRunDoctor } from '../../../api/doctor.ts';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useLetter } from '../../../shell/use-letter.ts';
import { type Check, CheckList } from '../../../widgets/check-list/check-list.tsx';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';

type Finding = Examination['checks'][number];

/** The same checks as `postrider doctor`. */
export function HealthTab(): ReactElement {
  const doctor = useDoctor();
  return (
    <div className="mt24">
      <StateFrame
        state={frameOf(doctor)}
        isEmpty={doctor.data === undefined}
        skeleton={<SkeletonLines lines={12} />}
        empty={null}
      >
        {doctor.data && <HealthFacts examination={doctor.data} />}
      </StateFrame>
    </div>
  );
}

const groupNames: Readonly<Record<Finding['group'], string>> = {
  database: 'Database',
  'mail-out': 'Mail out',
  'mail-feedback': 'Mail feedback',
  domains: 'Domains',
  queue: 'Queue',
  network: 'Network',
  storage: 'Storage',
  clock: 'Clock',
  version: 'Version',
};

function HealthFacts({ examination: { checks } }: { readonly examination: Examination }): ReactElement {
  const { data: user } = useUser();
  const run = useRunDoctor();
  const runAgain = (): void => {
    if (!run.isPending) run.mutate();
  };
  useLetter('r', runAgain);
  const groups = [...Map.groupBy(checks, ({ group }) => group)];
  return (
    <>
      <div className="rowflex wrap-s">
        <p className="t2 prose">
          {summaryOf(checks)}.{' '}
          {checks[0] && (
            <>
              Checked <RelativeTime at={checks[0].checkedAt} isAgo />.{' '}
            </>
          )}
          {user && !user.isInstanceAdmin && 'Administrators of this instance see more.'}
        </p>
        <button type="button" className="btn push" disabled={run.isPending} onClick={runAgain}>
          {run.isPending ? 'Checking, up to 10 s' : 'Check again'}
        </button>
      </div>
      {run.error && <ProblemNotice problem={problemOf(run.error)} onRetry={runAgain} />}
      {groups.map(([group, found]) => (
        <section key={group} className="mt24">
          <h2>{groupNames[group]}</h2>
          <CheckList label={groupNames[group]} checks={found.map(toCheck)} />
        </section>
      ))}
    </>
  );
}

function summaryOf(checks: readonly Finding[]): string {
  const count = (status: Finding['status']): number => checks.filter((check) => check.status === status).length;
  const parts = [
    count('fail') > 0 ? countOf(count('fail'), 'problem', 'problems') : [],
    count('unknown') > 0 ? `${count('unknown')} could not be checked` : [],
    count('warn') > 0 ? countOf(count('warn'), 'warning', 'warnings') : [],
  ].flat();
  return parts.length > 0 ? parts.join(', ') : 'Everything that we check is in order';
}

const levels = { pass: 'pass', warn: 'warn', fail: 'block', unknown: 'unknown' } as const;

const toCheck = ({ id, status, seen, why, action }: Finding): Check => ({
  id,
  level: levels[status],
  sentence: seen,
  ...(action !== null && { more: `${why} ${action}` }),
});
