import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';

const max = 100;

/** Templates whose sender address is on a domain, for a caller that wants to delete the domain. */
export async function templatesSendingFrom({ db, projectId }: ProjectReader, domain: string): Promise<Reference[]> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where(({ fn, val }) => fn<string>('split_part', ['fromEmail', val('@'), val(2)]), '=', domain)
    .orderBy('createdAt')
    .limit(max)
    .execute();
  return rows.map(({ id, name }) => ({ by: 'template', id, name }));
}
