import { ChevronLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { type InboxMail, useInboxMail } from '../../api/inbox.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { formatClock } from '../../widgets/figures/format.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { RouteLine } from '../../widgets/route-line/route-line.tsx';
import { stopsOf } from '../../widgets/route-line/stops.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import type { MailTab } from './inbox-state.ts';
import { MailPanels } from './mail-panels.tsx';
import { SimulateBar } from './simulate-bar.tsx';
import { WaitInTest } from './wait-in-test.tsx';

interface InboxMailViewProps {
  /** It was chosen: the page is this mail. */
  readonly isMain: boolean;
  readonly id: string;
  readonly tab: MailTab;
  readonly onTab: (tab: MailTab) => void;
}

/** The opened mail: its way, what can happen to it, and its parts. */
export function InboxMailView({ id, isMain, tab, onTab }: InboxMailViewProps): ReactElement {
  const { project } = useProject();
  const mail = useInboxMail(id);
  if (mail.error && problemOf(mail.error).statusCode === 404) {
    return (
      <NothingYet
        title="This mail is not in the inbox"
        actions={
          <a className="btn" href={paths.email(project.id, id)}>
            Look in Emails
          </a>
        }
      >
        It was cleared, or is older than the inbox keeps. Its record may still be among the emails.
      </NothingYet>
    );
  }
  return (
    <StateFrame state={frameOf(mail)} isEmpty={!mail.data} skeleton={<SkeletonLines lines={10} />} empty={null}>
      {mail.data && (
        <>
          <MailHead mail={mail.data} isMain={isMain} />
          <MailPanels mail={mail.data} tab={tab} onTab={onTab} />
        </>
      )}
    </StateFrame>
  );
}

function MailHead({ mail, isMain }: { readonly mail: InboxMail; readonly isMain: boolean }): ReactElement {
  const subject = mail.subject || 'No subject';
  const { project } = useProject();
  const timeZone = useTimeZone();
  const now = useNow();
  const sender = mail.fromName ? `${mail.fromName} <${mail.from}>` : mail.from;
  const clock = formatClock(Date.parse(mail.createdAt), 'second', timeZone);
  return (
    <div className="ivhead">
      <a className="back only-s" href={paths.inbox(project.id)}>
        <ChevronLeft className="i" size={16} strokeWidth={1.75} aria-hidden />
        Dev inbox
      </a>
      <div className="head">
        <div>
          {isMain ? <h1>{subject}</h1> : <h2>{subject}</h2>}
          <p className="t2 t13">
            From {sender} to {mail.to ?? 'a deleted contact'}, {clock}
          </p>
        </div>
        <div className="acts">
          <WaitInTest mail={mail} />
          <a className="btn sm" href={paths.email(project.id, mail.id)}>
            Open in Emails
          </a>
        </div>
      </div>
      <div className="simtrack">
        <RouteLine label="Way of the mail" lastWidth={100} stops={stopsOf(mail, { now, timeZone })} />
      </div>
      <SimulateBar mail={mail} />
    </div>
  );
}
