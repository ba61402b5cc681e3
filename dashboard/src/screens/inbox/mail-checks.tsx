import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { type InboxMail, useRawHeaders } from '../../api/inbox.ts';
import { CheckList } from '../../widgets/check-list/check-list.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { mailFindings } from './mail-findings.ts';
import { messageHeaders } from './message-headers.ts';

export function MailChecks({ mail }: { readonly mail: InboxMail }): ReactElement {
  const raw = useRawHeaders(mail.id);
  return (
    <div className="ipanel">
      <StateFrame
        state={frameOf(raw)}
        isEmpty={raw.data === undefined}
        skeleton={<SkeletonLines lines={6} />}
        empty={null}
      >
        <CheckList label="Checks of the mail" checks={mailFindings(mail, messageHeaders(raw.data ?? ''))} />
      </StateFrame>
    </div>
  );
}
