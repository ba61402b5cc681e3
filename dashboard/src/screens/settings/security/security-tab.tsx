import { type ReactElement, useState } from 'react';
import { useUser } from '../../../api/account.ts';
import { frameOf } from '../../../api/frame.ts';
import { healthOf } from '../../../api/health.ts';
import { type Security, useSecurity } from '../../../api/home.ts';
import { useMay } from '../../../api/project.ts';
import type { PauseScope } from '../../../api/resume.ts';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { HealthWord } from '../../../widgets/health-word/health-word.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { PausesTable } from './pauses-table.tsx';
import { RateGauge } from './rate-gauge.tsx';
import { ResumeDialog } from './resume-dialog.tsx';

export function SecurityTab(): ReactElement {
  const security = useSecurity();
  return (
    <div className="mt24">
      <StateFrame
        state={frameOf(security)}
        isEmpty={security.data === undefined}
        skeleton={<SkeletonLines lines={10} />}
        empty={null}
      >
        {security.data && <SecurityFacts security={security.data} />}
      </StateFrame>
    </div>
  );
}

function SecurityFacts({ security }: { readonly security: Security }): ReactElement {
  const [asked, setAsked] = useState<PauseScope | null>(null);
  const { level, word } = healthOf(security);
  const { minimum, newProject } = security.thresholds;
  return (
    <>
      <div className="rowflex wrap-s security-head">
        <div>
          <p className="display">
            <HealthWord level={level} word={word} />
          </p>
          <p className="t2 prose">
            We look after every notice and act within a minute, once there are {countOf(minimum.sent, 'mail', 'mails')}{' '}
            in 7 days and {minimum.bounces} bounces or {minimum.complaints} complaints to go by.
            {security.status.isNewProject &&
              ` In the first ${newProject.days} days, ${newProject.bounces24h} bounces or ${newProject.complaints24h} complaints within 24 h pause everything.`}
          </p>
        </div>
        <Resuming security={security} onAsk={setAsked} />
      </div>
      <div className="cols c-2 mt24">
        <RateGauge title="Bounces" kind="bounces" security={security} />
        <RateGauge title="Complaints" kind="complaints" security={security} />
      </div>
      <PausesTable suspensions={security.suspensions} />
      <ResumeDialog scope={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface ResumingProps {
  readonly security: Security;
  readonly onAsk: (scope: PauseScope) => void;
}

/** Pauses that run now, each with its button; one that may not be lifted says who may. */
function Resuming({ security, onAsk }: ResumingProps): ReactElement | null {
  const isAdmin = useMay('ADMIN');
  const isInstanceAdmin = useUser().data?.isInstanceAdmin === true;
  const { all, marketing } = security.paused;
  if (all === null && marketing === null) return null;
  return (
    <div className="stack push">
      {all !== null && (
        <div>
          <button type="button" className="btn" disabled={!isInstanceAdmin} onClick={() => onAsk('ALL')}>
            Resume everything…
          </button>
          <p className="t13 t3 mt4">
            Paused <RelativeTime at={all} />.{' '}
            {!isInstanceAdmin && 'Only administrators of the instance lift a full pause.'}
          </p>
        </div>
      )}
      {marketing !== null && (
        <div>
          <button type="button" className="btn" disabled={!isAdmin} onClick={() => onAsk('MARKETING')}>
            Resume marketing…
          </button>
          <p className="t13 t3 mt4">
            Paused <RelativeTime at={marketing} />. {!isAdmin && 'Only owners and admins lift it.'}
          </p>
        </div>
      )}
    </div>
  );
}
