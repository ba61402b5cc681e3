import type { ReactElement } from 'react';
import { curlOf, readableBody } from '../../../api/curl.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { Snippet } from '../../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../../widgets/state-frame/empty-states.tsx';

interface NoContactsProps {
  readonly baseUrl: string;
  readonly onAdd: () => void;
}

export function NoContacts({ baseUrl, onAdd }: NoContactsProps): ReactElement {
  const { project } = useProject();
  const body = { email: 'ada@example.org', event: 'signup', data: { plan: 'free' } };
  const code = curlOf(baseUrl, {
    method: 'POST',
    path: '/v1/track',
    body: readableBody(body),
    keyName: 'POSTRIDER_PUBLIC_KEY',
  });
  return (
    <NothingYet
      title="No contacts yet"
      snippet={<Snippet label="Track an event" variants={[{ language: 'curl', code }]} filledValues={[baseUrl]} />}
      actions={
        <>
          <a className="btn primary" href={paths.import(project.id)}>
            Import a file
          </a>
          <button type="button" className="btn" onClick={onAdd}>
            Add one
          </button>
        </>
      }
    >
      People appear here when you import them, add them, or track the first event of someone.
    </NothingYet>
  );
}
