import type { ReactElement } from 'react';
import { useSummary } from '../../../api/contact-story.ts';
import { type Contact, useChangeContact } from '../../../api/contacts.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatExact } from '../../../widgets/figures/format.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { consentWords, unchangedWords } from './subscription-words.ts';

/** The switch, and who changed it last, when and why. */
export function SubscriptionPanel({ contact }: { readonly contact: Contact }): ReactElement {
  const change = useChangeContact();
  return (
    <section aria-labelledby="subscription">
      <div className="section-h mb8">
        <h2 id="subscription">Subscription</h2>
      </div>
      <div className="ruled-box">
        <label className="rowflex switch-row">
          <input
            type="checkbox"
            role="switch"
            aria-checked={contact.subscribed}
            className="switch"
            checked={contact.subscribed}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ id: contact.id, change: { subscribed: event.target.checked } })}
          />
          <b>{contact.subscribed ? 'Subscribed' : 'Not subscribed'}</b>
          <span className="push t13 t3">{contact.subscribed ? 'gets marketing mail' : 'gets no marketing mail'}</span>
        </label>
        <LastChange contact={contact} />
        <Suppressed contact={contact} />
      </div>
      {change.error && <ProblemNotice problem={problemOf(change.error)} />}
    </section>
  );
}

function LastChange({ contact }: { readonly contact: Contact }): ReactElement {
  const { project } = useProject();
  const summary = useSummary(contact.id);
  if (!summary.data) return <p className="t13 t2 mt8">{summary.error ? 'The last change could not be read.' : ' '}</p>;
  const last = summary.data.subscription;
  if (last === null) return <p className="t13 t2 mt8">{unchangedWords(null, contact.subscribed)}</p>;
  if (last.isCreation)
    return <p className="t13 t2 mt8">{unchangedWords({ data: { source: last.source } }, contact.subscribed)}</p>;
  return (
    <p className="t13 t2 mt8">
      Changed {formatExact(Date.parse(last.at), project.timezone)}, {consentWords(last)}.
      {last.emailId && (
        <>
          {' '}
          <a className="plain" href={paths.email(project.id, last.emailId)}>
            Open that mail
          </a>
        </>
      )}
    </p>
  );
}

const suppressedWords = {
  BOUNCE: 'mail to it bounced',
  COMPLAINT: 'the person marked a mail as spam',
  MANUAL: 'it was put on the list by hand',
} as const;

function Suppressed({ contact }: { readonly contact: Contact }): ReactElement | null {
  const { project } = useProject();
  const data = useSummary(contact.id).data?.suppression;
  if (!data) return null;
  return (
    <p className="t13 suppressed mt8">
      <StateShape shape="slash" tone="bad" /> {data.blocks === 'ALL' ? 'No mail' : 'No marketing mail'} is sent to this
      address: {suppressedWords[data.reason]} on {formatExact(Date.parse(data.createdAt), project.timezone)}.{' '}
      <a className="plain" href={paths.settings(project.id, 'suppressions', { search: contact.email })}>
        Open the list
      </a>
    </p>
  );
}
