import type { ReactElement } from 'react';
import { curlOf, readableBody } from '../../api/curl.ts';
import { useProject } from '../../api/project.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';

interface NoEmailsProps {
  readonly baseUrl: string;
  readonly onSend: () => void;
}

export function NoEmails({ baseUrl, onSend }: NoEmailsProps): ReactElement {
  const { project } = useProject();
  const body = {
    to: 'delivered@postrider.test',
    from: project.sandboxAddress,
    subject: 'First mail',
    body: '<p>It works.</p>',
  };
  const code = curlOf(baseUrl, { method: 'POST', path: '/v1/send', body: readableBody(body) });
  return (
    <NothingYet
      title="No mail yet"
      snippet={<Snippet label="Send a mail" variants={[{ language: 'curl', code }]} filledValues={[baseUrl]} />}
      actions={
        <button type="button" className="btn primary" onClick={onSend}>
          Send it for me
        </button>
      }
    >
      Every mail of this project will stand here with its state and the reason for it.
    </NothingYet>
  );
}
