import type { ReactElement } from 'react';
import { curlOf, readableBody } from '../../../api/curl.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { Snippet } from '../../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../../widgets/state-frame/empty-states.tsx';

export function NoFields({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const { project } = useProject();
  const body = readableBody({ email: 'ada@example.org', data: { 'first name': 'Ada', plan: 'free' } });
  const code = curlOf(baseUrl, { method: 'POST', path: '/contacts', body });
  return (
    <NothingYet
      title="Fields appear when data arrives"
      snippet={<Snippet label="Create a contact" variants={[{ language: 'curl', code }]} filledValues={[baseUrl]} />}
      actions={
        <a className="btn primary" href={paths.import(project.id)}>
          Import a file
        </a>
      }
    >
      Every key that a contact gets becomes a field, with a type taken from its first value.
    </NothingYet>
  );
}
