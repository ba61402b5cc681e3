import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';

/** How many mails of a template were handed over (D-508). */
export async function mailsOfTemplate({ db, projectId }: ProjectReader, templateId: string): Promise<Reference[]> {
  const { count } = await db
    .selectFrom('emails')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('projectId', '=', projectId)
    .where('templateId', '=', templateId)
    .where('sentAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return [{ by: 'emails', id: templateId, name: 'emails', count: Number(count) }];
}
