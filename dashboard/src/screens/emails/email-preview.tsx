import { type ReactElement, type ReactNode, useState } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { usePreview } from '../../api/previews.ts';
import { problemOf } from '../../api/problem.ts';
import { MailFrame } from '../../widgets/mail-frame/mail-frame.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';

/** The rendered mail. Remote images are shown once they are asked for: they tell their host who looks. */
export function EmailPreview({ email }: { readonly email: EmailDetail }): ReactElement {
  const [hasImages, setHasImages] = useState(false);
  const { data: src, error, refetch } = usePreview(email.body, hasImages);
  const fallback: ReactNode = error ? (
    <ProblemNotice
      problem={{ ...problemOf(error), message: 'Could not render, the source is in HTML.' }}
      onRetry={() => void refetch()}
    />
  ) : (
    email.body === null && <GoneBody email={email} />
  );
  return (
    <MailFrame
      src={src ?? null}
      title={`The mail: ${email.subject ?? 'no subject'}`}
      hasImages={hasImages}
      onImagesChange={setHasImages}
      fallback={fallback}
    />
  );
}

export function GoneBody({ email }: { readonly email: EmailDetail }): ReactElement {
  return (
    <p className="t2">
      {email.bodyExpired
        ? 'The body is past its retention and was removed. Headers and the trail remain.'
        : 'The content was deleted with its contact. The trail remains.'}
    </p>
  );
}
