import type { ReactElement } from 'react';
import { curlOf, readableBody } from '../../../api/curl.ts';
import { useProject } from '../../../api/project.ts';
import { Snippet } from '../../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../../widgets/state-frame/empty-states.tsx';

interface NoCampaignsProps {
  readonly baseUrl: string;
  readonly onWrite: () => void;
}

export function NoCampaigns({ baseUrl, onWrite }: NoCampaignsProps): ReactElement {
  const { project } = useProject();
  const body = {
    name: 'First news',
    subject: 'What is new',
    body: '<p>Hi {{first name ?? "there"}}</p>',
    from: project.sandboxAddress,
    audienceType: 'ALL',
  };
  const code = curlOf(baseUrl, { method: 'POST', path: '/campaigns', body: readableBody(body) });
  return (
    <NothingYet
      title="No campaign yet"
      snippet={<Snippet label="Create a campaign" variants={[{ language: 'curl', code }]} filledValues={[baseUrl]} />}
      actions={
        <button type="button" className="btn primary" onClick={onWrite}>
          Write one
        </button>
      }
    >
      One text, sent once to many people. Write it here or begin with a template; before it leaves, everything is
      checked.
    </NothingYet>
  );
}
