import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import { type EmailRecord, recordColumns, recordTables } from '#features/emails';
import type { ProjectReader } from '#platform/context';
import { instantOrNull, type Keyset } from '#platform/http';
import { firstIdAt, timeOfId } from '#platform/ids';
import { limits } from '#pure/limits';
import { noIds, type TimelineItem } from './timeline.ts';

/**
 * The next emails of a contact, in the order of their ids.
 * Why the moment of an item is that in its id: the index of a contact's mails has this order, and the largest table has no other.
 */
export async function listMails(
  reader: ProjectReader,
  { contactId, keyset }: { contactId: ContactId; keyset: Keyset<'createdAt'> },
): Promise<readonly TimelineItem[]> {
  const isBeyond = keyset.after ? sql`e.id < ${idBefore(keyset.after)}` : sql`true`;
  const { rows } = await sql<EmailRecord>`
    select ${recordColumns} from ${recordTables}
     where e.project_id = ${reader.projectId} and e.contact_id = ${contactId} and ${isBeyond}
     order by e.id desc limit ${keyset.limit}`.execute(reader.db);
  return rows.map(itemOf);
}

/** Ids below this one are those of items behind the cursor: of an earlier moment, or of the same with a smaller id. */
function idBefore({ value, id }: { readonly value: string; readonly id: string }): string {
  const [first, next] = [firstIdAt(new Date(value)), firstIdAt(new Date(Date.parse(value) + 1))];
  if (id < first) return first;
  return id < next ? id : next;
}

const itemOf = (email: EmailRecord): TimelineItem => ({
  ...noIds,
  id: email.id,
  kind: 'email',
  createdAt: timeOfId(email.id),
  name: email.subject,
  emailId: email.id,
  campaignId: email.campaignId,
  workflowId: email.workflowId,
  executionId: email.executionId,
  data: {
    status: email.status,
    reason: email.reason,
    sentAt: instantOrNull(email.sentAt),
    deliveredAt: instantOrNull(email.deliveredAt),
    openedAt: instantOrNull(email.openedAt),
    clickedAt: instantOrNull(email.clickedAt),
    opens: email.opens,
    clicks: email.clicks,
  },
});

/** How many there are, counted up to a maximum. */
export const countMails = ({ projectId }: ProjectReader, contactId: ContactId): RawBuilder<number> =>
  sql`(select count(*)::int from (
    select from emails e where e.project_id = ${projectId} and e.contact_id = ${contactId}
     limit ${limits.timelineItemsCounted}) n)`;
