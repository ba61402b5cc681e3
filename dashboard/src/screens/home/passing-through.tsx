import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { type EmailRow, useLatestEmails } from '../../api/home.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { formatClock, formatRelative } from '../../widgets/figures/format.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { CompactRoute } from '../../widgets/route-line/compact-route.tsx';
import { stopsOf } from '../../widgets/route-line/stops.ts';
import { emailState } from '../../widgets/state-chip/email-states.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';

const count = 6;
const dayMs = 86_400_000;

/** The newest mails, each with how far it came. */
export function PassingThrough(): ReactElement {
  const { project } = useProject();
  const latest = useLatestEmails(count);
  const rows = latest.data ?? [];
  return (
    <section aria-labelledby="passing-through">
      <div className="section-h ruled-h">
        <h2 id="passing-through">Passing through</h2>
        <a className="more plain" href={paths.emails(project.id)}>
          All emails
        </a>
      </div>
      <StateFrame
        state={frameOf(latest)}
        isEmpty={rows.length === 0}
        skeleton={<SkeletonLines lines={count} />}
        empty={<p className="home-none t2">No mail has passed through yet.</p>}
      >
        <ul className="passing">
          {rows.map((email) => (
            <PassingMail key={email.id} email={email} />
          ))}
        </ul>
      </StateFrame>
    </section>
  );
}

function PassingMail({ email }: { readonly email: EmailRow }): ReactElement {
  const { project } = useProject();
  const moment = { now: useNow(), timeZone: useTimeZone() };
  const at = Date.parse(email.createdAt);
  const isToday = moment.now - at < dayMs;
  return (
    <li>
      <a href={paths.email(project.id, email.id)}>
        <time className="t3 tab tm" dateTime={email.createdAt}>
          {isToday ? formatClock(at, 'second', moment.timeZone) : formatRelative(at, moment.now, moment.timeZone)}
        </time>
        <span className="to cut">{email.to ?? 'Contact deleted'}</span>
        <span className="sub cut t2">{email.subject ?? ''}</span>
        <span className="rt">
          <CompactRoute stops={stopsOf(email, moment)} />
        </span>
        <span className="stt">
          <StateChip state={emailState(email, moment)} />
        </span>
      </a>
    </li>
  );
}
