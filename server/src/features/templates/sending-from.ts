import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';

const most = 100;

/** Templates whose sender stands on a domain, for whoever wants to delete it. */
export async function templatesSendingFrom({ db, projectId }: ProjectReader, domain: string): Promise<Reference[]> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where(({ fn, val }) => fn<string>('split_part', ['fromEmail', val('@'), val(2)]), '=', domain)
    .orderBy('createdAt')
    .limit(most)
    .execute();
  return rows.map(({ id, name }) => ({ by: 'template', id, name }));
}
