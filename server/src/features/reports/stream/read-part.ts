import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { activityTypes } from '../activity/activity-types.ts';
import { countFeed } from '../activity/count-feed.ts';
import type { FeedPosition } from '../activity/feed-position.ts';
import type { ActivityItem } from '../activity/load-items.ts';
import { readFeed } from '../activity/read-feed.ts';
import { toActivityReply } from '../activity/shapes.ts';
import { message } from './messages.ts';
import { positionAt } from './stream-position.ts';

const types = new Set(activityTypes);

/** What happened behind a position and before a moment, oldest first, as messages: so many items, then how many more there are. */
export async function readPart(
  reader: ProjectReader,
  { after, toMs, limit }: { after: FeedPosition; toMs: number; limit: number },
): Promise<string> {
  const filter = { types, contactId: null, from: after.at, to: new Date(toMs), mode: 'all' } as const;
  const { items, next } = await readFeed(reader, { ...filter, direction: 'oldest-first', after, limit });
  const emails = await emailMessages(reader, items);
  // The mail comes first: a reader that continues behind the item has its state.
  const parts = items.map(
    (item) => `${emails.get(emailIdOf(item)) ?? ''}${message('activity', toActivityReply(item), positionOf(item))}`,
  );
  if (next) parts.push(message('more', { count: await countFeed(reader, filter, next) }, positionAt(toMs)));
  return parts.join('');
}

const positionOf = ({ id, at }: ActivityItem): FeedPosition => {
  const [recordId = '', kind = ''] = id.split('_');
  return { at, recordId, kind };
};

const emailIdOf = ({ type, metadata }: ActivityItem): string =>
  type.startsWith('email.') && typeof metadata.emailId === 'string' ? metadata.emailId : '';

/** The state of each mail that the items are about, by its id. */
async function emailMessages(
  { db, projectId }: ProjectReader,
  items: readonly ActivityItem[],
): Promise<Map<string, string>> {
  const ids = [...new Set(items.map(emailIdOf).filter((id) => id !== ''))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; status: string; updatedAt: Date }>`
    select id, status, updated_at from emails where project_id = ${projectId} and id = any (${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, message('email', row)]));
}
