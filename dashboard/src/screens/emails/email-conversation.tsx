import type { ReactElement } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { formatClock, formatDuration } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { UprightRoute, type UprightStop } from '../../widgets/route-line/upright-route.tsx';

type Attempt = EmailDetail['attemptLog'][number];

const outcomes: Readonly<Record<Attempt['outcome'], string>> = {
  ACCEPTED: 'accepted',
  DEFERRED: 'put off',
  REJECTED: 'refused for good',
  UNKNOWN: 'the answer was lost',
};

/** Each attempt to hand the mail over, with the answer it got. */
export function EmailConversation({ email }: { readonly email: EmailDetail }): ReactElement {
  const timeZone = useTimeZone();
  if (email.attemptLog.length === 0) {
    return (
      <p className="t2 tab-text">
        {email.attempts > 0
          ? 'Attempts are kept 90 days; those of this mail are gone.'
          : 'There was no attempt to hand this mail over.'}
      </p>
    );
  }
  return (
    <div className="tab-text">
      <UprightRoute label="Attempts" stops={email.attemptLog.map((attempt) => stopOf(attempt, timeZone))} />
    </div>
  );
}

function stopOf(attempt: Attempt, timeZone: string | undefined): UprightStop {
  const { startedAt, finishedAt, smtpCode, enhancedCode, reply, relay } = attempt;
  const begins = Date.parse(startedAt ?? finishedAt);
  const codes = [smtpCode, enhancedCode].filter((code) => code !== null).join(' ');
  return {
    id: String(attempt.attempt),
    state: attempt.outcome === 'ACCEPTED' ? 'passed' : 'stuck',
    title: `Try ${attempt.attempt}: ${outcomes[attempt.outcome]}`,
    aside: `${formatClock(begins, 'millisecond', timeZone)}${startedAt ? `, ${formatDuration(Date.parse(finishedAt) - begins)}` : ''}`,
    detail: (
      <>
        {relay && <span>{relay === 'inbox' ? 'The dev inbox' : `Relay ${relay}`}</span>}
        {(codes || reply) && <code className="their-answer">{[codes, reply].filter(Boolean).join(' ')}</code>}
        {!codes && !reply && <span className="t3"> gave no words with its answer.</span>}
      </>
    ),
  };
}
