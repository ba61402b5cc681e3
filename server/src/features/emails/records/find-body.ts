import type { ProjectContext } from '#platform/context';
import { findSharedMail, showSharedMail } from '../texts/load-shared-mails.ts';

/** The body of a mail without tracking, from its own content or from the text it shares; null once its retention is over. */
export async function findBody(
  ctx: ProjectContext,
  id: string,
): Promise<{ readonly html: string | null; readonly text: string | null } | null> {
  const { own, shared } = await ctx.read(async (reader) => ({
    own: await reader.db
      .selectFrom('emailContents')
      .select(['html', 'text'])
      .where('projectId', '=', reader.projectId)
      .where('id', '=', id)
      .executeTakeFirst(),
    shared: await findSharedMail(reader, id),
  }));
  if (shared) return showSharedMail(ctx, shared);
  return own ?? null;
}
