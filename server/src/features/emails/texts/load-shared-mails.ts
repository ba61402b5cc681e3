import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { renderShared, type SharedMail, type SharedRendering } from './render-shared.ts';
import { findSharedText, type SharedText } from './shared-text.ts';

/** A mail of a shared text with that text, to be shown again. */
export interface StoredSharedMail {
  readonly text: SharedText;
  readonly mail: SharedMail;
  /** Its values have been taken, or its text reads none. A mail that was closed before has no text of its own. */
  readonly isDue: boolean;
}

/** This mail as it can be made again; null: it has a content of its own, its contact was deleted, or its retention is over. */
export async function findSharedMail(reader: ProjectReader, id: string): Promise<StoredSharedMail | null> {
  const { rows } = await sql<SharedMail & { textId: string | null; values: JsonObject | null; isDue: boolean }>`
    select e.id, e.contact_id, e.recipient, p.handle, c.variables as values, e.campaign_id as text_id,
           coalesce(c.rendered_at, e.created_at) as rendered_at,
           e.sent_at is not null or d.id is not null or c.id is not null
             or (e.status <> 'QUEUED' and x.keys = '{locale}' and not x.shows_moment) as is_due
      from emails e
      join projects p on p.id = e.project_id
      left join email_contents c on c.project_id = e.project_id and c.id = e.id
      left join deliveries d on d.project_id = e.project_id and d.id = e.id
      left join shared_texts x on x.project_id = e.project_id and x.id = e.campaign_id
     where e.project_id = ${reader.projectId} and e.id = ${id} and e.source_type = 'CAMPAIGN' and e.recipient is not null
       and c.html is null and c.text is null`.execute(reader.db);
  const [row] = rows;
  const text = row?.textId ? await findSharedText(reader, row.textId) : null;
  if (!row || !text) return null;
  const { textId: _text, isDue, values, ...mail } = row;
  return { text, isDue, mail: { ...mail, values: values ?? {} } };
}

/** The mail as it was or will be sent; null where there is nothing to show. */
export async function showSharedMail(
  ctx: ProjectContext,
  { text, mail }: StoredSharedMail,
): Promise<(SharedRendering & { kind: 'rendered' }) | null> {
  const [rendering] = await renderShared(ctx, text, [mail]);
  return rendering?.kind === 'rendered' ? rendering : null;
}
