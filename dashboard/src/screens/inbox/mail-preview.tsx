import { type ReactElement, useMemo, useState } from 'react';
import { type InboxMail, useSimulate } from '../../api/inbox.ts';
import { usePreview } from '../../api/previews.ts';
import { problemOf } from '../../api/problem.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { MailFrame } from '../../widgets/mail-frame/mail-frame.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { withInertLinks } from './inert-links.ts';

/** The rendered mail. Remote images are shown once they are asked for: they tell their host who looks. */
export function MailPreview({ mail }: { readonly mail: InboxMail }): ReactElement {
  const [hasImages, setHasImages] = useState(false);
  const html = useMemo(() => (mail.body === null ? null : withInertLinks(mail.body)), [mail.body]);
  const preview = usePreview(html, hasImages);
  return (
    <div className="iwell">
      <MailFrame
        src={preview.data ?? null}
        title={`The mail: ${mail.subject ?? 'no subject'}`}
        hasImages={hasImages}
        onImagesChange={setHasImages}
        height={440}
        fallback={
          preview.error ? (
            <ProblemNotice
              problem={{ ...problemOf(preview.error), message: 'Could not render, the source is in HTML.' }}
              onRetry={() => void preview.refetch()}
            />
          ) : (
            html === null && 'The content is past its retention and was removed.'
          )
        }
      />
      <MailLinks mail={mail} />
    </div>
  );
}

/** Links of the mail. They lead nowhere inside the preview: following one counts as a click of the recipient. */
function MailLinks({ mail }: { readonly mail: InboxMail }): ReactElement | null {
  const simulate = useSimulate();
  if (mail.links.length === 0) return null;
  return (
    <section className="ilinks" aria-label="Links of the mail">
      <h2>Links</h2>
      <ul>
        {mail.links.map(({ url, clicks }) => (
          <li key={url}>
            <span className="cut mono t13" title={url}>
              {url}
            </span>
            <span className="t13 t3 tab">{clicks === 1 ? '1 click' : `${formatCount(clicks)} clicks`}</span>
            {/^https?:\/\//i.test(url) && (
              <a
                className="btn sm"
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => simulate.mutate({ id: mail.id, type: 'click', link: url })}
              >
                Follow as the recipient
              </a>
            )}
          </li>
        ))}
      </ul>
      {simulate.error && <ProblemNotice problem={problemOf(simulate.error)} />}
    </section>
  );
}
