import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { addEmailData } from './add-email-data.ts';
import type { ListedEvent } from './event.ts';

/** One event with its whole data, by its id and the moment it was recorded; null when it or its contact is gone. */
export async function findEvent(
  ctx: Pick<ProjectContext, 'references'>,
  reader: ProjectReader,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<ListedEvent | null> {
  const { rows } = await sql<ListedEvent>`
    select e.id, e.name, e.data, e.contact_id, e.email_id, e.created_at, c.email
      from events e join contacts c on c.project_id = e.project_id and c.id = e.contact_id
     where e.project_id = ${reader.projectId} and e.created_at = ${at}::timestamptz and e.id = ${id}`.execute(
    reader.db,
  );
  return (await addEmailData(ctx, reader, rows))[0] ?? null;
}
