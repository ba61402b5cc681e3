import type { ReactElement } from 'react';
import { curlOf, readableBody } from '../../api/curl.ts';
import { useProject } from '../../api/project.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';

export function NoCalls({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const { project } = useProject();
  const domain = project.sandboxAddress.split('@')[1] ?? '';
  const mail = {
    to: `delivered@${domain}`,
    from: project.sandboxAddress,
    subject: 'First mail',
    body: '<p>It works.</p>',
  };
  const code = curlOf(baseUrl, { method: 'POST', path: '/v1/send', body: readableBody(mail) });
  return (
    <NothingYet
      title="No call yet"
      snippet={<Snippet label="the first call" variants={[{ language: 'curl', code }]} filledValues={[baseUrl]} />}
    >
      Every call with a key of this project stands here about a second after its answer.
    </NothingYet>
  );
}
