import type { ReactElement } from 'react';
import { useFind } from '../../api/find.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';

/** An id that no call has may be that of a mail or a contact. */
export function NotACall({ id }: { readonly id: string }): ReactElement | null {
  const { project } = useProject();
  const { data: found } = useFind(id);
  const first = found?.find(({ kind }) => kind !== 'request');
  if (!first) return <>It may be older than the calls that are kept.</>;
  return first.kind === 'email' ? (
    <>
      It is the id of a mail:{' '}
      <a className="plain" href={paths.email(project.id, first.id)}>
        {first.subject}
      </a>
    </>
  ) : (
    <>
      It is the id of a contact:{' '}
      <a className="plain" href={paths.contact(project.id, first.id)}>
        {first.kind === 'contact' && first.email}
      </a>
    </>
  );
}
