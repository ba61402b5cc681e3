import type { ReactElement } from 'react';
import type { InboxMail } from '../../api/inbox.ts';
import { usePreview } from '../../api/previews.ts';
import { problemOf } from '../../api/problem.ts';
import { LetterFrame } from '../../widgets/mail-frame/mail-frame.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';

/** At least; the frame fills the panel, and what is longer scrolls inside. */
const height = 140;

/** The head of the mail and the mail itself, in a frame that may do nothing. */
export function FirstMailShown({ mail }: { readonly mail: InboxMail }): ReactElement {
  const preview = usePreview(mail.body, false);
  return (
    <article className="first-letter" aria-label="The rendered mail">
      <dl className="l-meta">
        <div>
          <dt>From</dt>
          <dd>{mail.fromName ? `${mail.fromName} <${mail.from}>` : mail.from}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd>{mail.subject}</dd>
        </div>
      </dl>
      {preview.data && <LetterFrame src={preview.data} title={mail.subject ?? 'Mail'} height={height} />}
      {preview.error && <ProblemNotice problem={problemOf(preview.error)} onRetry={() => void preview.refetch()} />}
    </article>
  );
}
