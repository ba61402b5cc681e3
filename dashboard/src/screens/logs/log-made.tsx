import { KeyRound, Mail, User, Zap } from 'lucide-react';
import type { ReactElement } from 'react';
import { type LogDetail, useMade } from '../../api/logs.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { formatClock, formatCount } from '../../widgets/figures/format.ts';
import { CompactRoute } from '../../widgets/route-line/compact-route.tsx';
import { stopsOf } from '../../widgets/route-line/stops.ts';
import { firstUseOf } from './json-body.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'i' } as const;

/** The mails, contacts and events that a call names or made, and its idempotency key. */
export function LogMade({ log }: { readonly log: LogDetail }): ReactElement | null {
  const { project } = useProject();
  const { data: made } = useMade(log);
  const { emails, contacts, events, idempotencyKey } = log;
  if (emails.length + contacts.length + events.length === 0 && !idempotencyKey) return null;
  const isAboutOnly = log.method === 'GET' || (log.status ?? 0) >= 400;
  const more = emails.length + contacts.length - (made ? made.emails.length + made.contacts.length : 0);
  return (
    <>
      <div className="lab-row">
        <h3>{isAboutOnly ? 'It is about' : 'It made or changed'}</h3>
      </div>
      <ul className="made">
        {made?.emails.map((email) => (
          <li key={email.id}>
            <Mail {...icon} />
            <a className="plain cut" href={paths.email(project.id, email.id)}>
              {email.subject ?? 'a mail whose contact was deleted'}
            </a>
            <span className="push">
              <CompactRoute stops={stopsOf(email, { now: Date.now(), timeZone: project.timezone })} />
            </span>
          </li>
        ))}
        {made?.contacts.map((contact) => (
          <li key={contact.id}>
            <User {...icon} />
            <a className="plain cut" href={paths.contact(project.id, contact.id)}>
              {contact.email}
            </a>
            <span className="push t13 t3">{contact.subscribed ? 'subscribed' : 'not subscribed'}</span>
          </li>
        ))}
        {made && more > 0 && <li className="t13 t3">{formatCount(more)} more are not listed here.</li>}
        {events.length > 0 && (
          <li>
            <Zap {...icon} />
            <span>
              {events.length === 1 ? 'One event was recorded' : `${formatCount(events.length)} events were recorded`}
            </span>
          </li>
        )}
        {idempotencyKey && (
          <li>
            <KeyRound {...icon} />
            <span className="cut">
              Idempotency key <code>{idempotencyKey}</code>
            </span>
            <span className="push t13 t3">
              <KeyUse log={log} firstCallId={made?.emails[0]?.requestId ?? null} />
            </span>
          </li>
        )}
      </ul>
    </>
  );
}

/** Whether the call was the first with its idempotency key; if not, the call that was. */
function KeyUse(props: { readonly log: LogDetail; readonly firstCallId: string | null }): ReactElement {
  const { log, firstCallId } = props;
  const { project } = useProject();
  if (log.errorCode !== 'IDEMPOTENCY_KEY_REUSED') return <>first use</>;
  const first = firstUseOf(log.responseBody);
  if (!first) return <>used before</>;
  const words = `used by ${first.call} at ${formatClock(Date.parse(first.at), 'second', project.timezone)}`;
  if (firstCallId === null || firstCallId === log.requestId) return <>{words}</>;
  return (
    <a className="plain" href={paths.log(project.id, firstCallId)}>
      {words}
    </a>
  );
}
