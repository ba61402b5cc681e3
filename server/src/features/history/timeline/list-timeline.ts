import { sql } from 'kysely';
import { type ContactId, ContactNotFound } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { applySettings } from '#platform/db';
import { type KeysetPage, keysetOf, newestFirst } from '#platform/http';
import { eventKinds } from './event-kind.ts';
import { countEvents, listEvents } from './list-events.ts';
import { countMails, listMails } from './list-mails.ts';
import { countSteps, listSteps } from './list-steps.ts';
import { noIds, type TimelineItem, type TimelineKind } from './timeline.ts';

export interface TimelineQuery {
  readonly contactId: ContactId;
  readonly kinds: readonly TimelineKind[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The history of a contact, newest first (D-234): one bounded read each for events, emails and steps, merged by moment and id. */
export const listTimeline = (ctx: ProjectContext, query: TimelineQuery): Promise<KeysetPage<TimelineItem>> => {
  const keyset = keysetOf(newestFirst, query);
  const { contactId, kinds } = query;
  return ctx.read(async (reader) => {
    // Why: compiling a statement that looks at a few rows of each month takes longer than the statement.
    applySettings(reader.db, { jit: 'off' });
    const created = await findCreation(reader, contactId);
    const events = await listEvents(reader, {
      contactId,
      kinds: eventKinds.filter((kind) => kinds.includes(kind)),
      keyset,
    });
    const mails = kinds.includes('email') ? await listMails(reader, { contactId, keyset }) : [];
    const steps = kinds.includes('step') ? await listSteps(reader, { contactId, keyset }) : [];
    const merged = [...events.items, ...mails, ...steps].sort(byNewest);
    const { lookedTo } = events;
    if (lookedTo) {
      // Older items would be shown before events that were not looked at.
      const known = merged.filter((item) => byNewest(item, lookedTo) <= 0);
      if (known.length < keyset.limit) {
        const total = keyset.after ? 0 : await countItems(reader, query);
        return { rows: known, cursor: keyset.cursorAt(lookedTo), hasMore: true, total };
      }
    }
    // Nothing happens to a contact before its creation, whatever the clocks of two processes say: it is always the last.
    const all = kinds.includes('created') && !lookedTo ? [...merged, created] : merged;
    return keyset.page(all, () => countItems(reader, query));
  });
};

type Position = Pick<TimelineItem, 'createdAt' | 'id'>;

const byNewest = (left: Position, right: Position): number =>
  right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);

async function findCreation({ db, projectId }: ProjectReader, id: ContactId): Promise<TimelineItem> {
  const row = await db
    .selectFrom('contacts')
    .select(['source', 'createdAt'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  const { source, createdAt } = row;
  return { ...noIds, id, kind: 'created', createdAt, name: null, data: { source } };
}

async function countItems(reader: ProjectReader, { contactId, kinds }: TimelineQuery): Promise<number> {
  const events = countEvents(
    reader,
    contactId,
    eventKinds.filter((kind) => kinds.includes(kind)),
  );
  const mails = kinds.includes('email') ? countMails(reader, contactId) : sql`0`;
  const steps = kinds.includes('step') ? countSteps(reader, contactId) : sql`0`;
  const { rows } = await sql<{ count: number }>`select ${events} + ${mails} + ${steps} as count`.execute(reader.db);
  return (rows[0]?.count ?? 0) + (kinds.includes('created') ? 1 : 0);
}
