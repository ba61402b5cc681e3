import { type ReactElement, useState } from 'react';
import type { CampaignFields } from '../../api/campaigns.ts';
import { searchContacts } from '../../api/contact-search.ts';
import { useProject } from '../../api/project.ts';
import { useRendering } from '../../api/rendering.ts';
import { ContactPicker } from '../../widgets/contact-picker/contact-picker.tsx';
import { MailFrame } from '../../widgets/mail-frame/mail-frame.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';

interface MailPreviewProps {
  readonly fields: Pick<CampaignFields, 'subject' | 'body' | 'type'>;
}

const noData = {};

/** The mail of a campaign as one contact would get it. */
export function MailPreview({ fields }: MailPreviewProps): ReactElement {
  const { session } = useProject();
  const [contact, setContact] = useState<{ readonly id: string; readonly email: string } | null>(null);
  const { subject, body, type } = fields;
  const { good, newest, problem } = useRendering({
    subject,
    body,
    type,
    contactId: contact?.id ?? null,
    data: noData,
    scheme: 'light',
  });
  const [firstError] = newest?.errors ?? [];
  return (
    <MailFrame
      title="Rendered mail"
      src={good?.path ?? null}
      height={480}
      fallback={firstError ? `Line ${firstError.line}: ${firstError.message}` : problem ? '' : 'Rendering'}
      tools={
        <>
          <span className="t3 t13 nowrap">Preview as</span>
          <ContactPicker
            label="Preview as"
            value={contact}
            onChoose={setContact}
            search={(text) => searchContacts(session, text)}
          />
        </>
      }
      notice={problem && <ProblemNotice problem={problem} />}
      head={
        good && (
          <dl className="mail-head">
            <dt>Subject</dt>
            <dd>
              <b>{good.rendering.subject}</b>
            </dd>
          </dl>
        )
      }
    />
  );
}
