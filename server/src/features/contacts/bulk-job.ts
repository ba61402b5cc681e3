import { sql } from 'kysely';
import type { Batch, JobId, JobKind } from '#features/jobs';
import { addJobErrors, defineJob, keepRecords, readRecords } from '#features/jobs';
import type { ProjectTx } from '#platform/context';
import type { Contact, ContactId } from './contact.ts';
import { emptyPatch, planContact } from './contact.ts';
import { deleteContactsIn } from './delete-contact.ts';
import { lockContacts } from './lock-contacts.ts';
import { patternOf } from './search-pattern.ts';
import { foldTallies } from './tasks.ts';
import { writeContacts } from './write-contacts.ts';

export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete';

/** Which contacts a bulk run is about: these, or all that a list with this filter shows, less some. */
export type BulkSelection =
  | { ids: readonly string[] }
  | { filter: { search?: string | undefined; subscribed?: boolean | undefined }; excludeIds: readonly string[] };

interface BulkCursor {
  position: number;
  records: number;
}

type BulkCounts = { operation: BulkOperation } & Record<
  'totalRequested' | 'successCount' | 'unchangedCount' | 'failureCount',
  number
>;

type BulkKind = JobKind<BulkSelection, BulkCursor, BulkCounts>;

const recordsAtOnce = 500;

export const bulkJobs: Readonly<Record<BulkOperation, BulkKind>> = {
  subscribe: bulkJob('subscribe'),
  unsubscribe: bulkJob('unsubscribe'),
  delete: bulkJob('delete'),
};

function bulkJob(operation: BulkOperation): BulkKind {
  const nothing = { operation, totalRequested: 0, successCount: 0, unchangedCount: 0, failureCount: 0 };
  return defineJob<BulkSelection, BulkCursor, BulkCounts>({
    type: `bulk-${operation}`,
    name: `contacts.bulk-${operation}`,
    nothing,
    async begin(tx, { id, input }) {
      const records = await keepRecords(tx, id, idsOf(tx, input), recordsAtOnce);
      return { cursor: records > 0 ? { position: 0, records } : null, counts: nothing, done: 0 };
    },
    open: async () => batchWith(operation),
  });
}

const batchWith =
  (operation: BulkOperation): Batch<BulkSelection, BulkCursor, BulkCounts> =>
  async (tx, { id, cursor: { position, records }, counts }) => {
    const ids = (await readRecords(tx, id, position)) ?? [];
    const found = await lockContacts(tx, ids as ContactId[]); // kept by begin
    const changed = await apply(tx, operation, found);
    const missing = await noteMissing(tx, id, { ids, found, position });
    const totalRequested = counts.totalRequested + ids.length;
    const isOver = totalRequested >= records || ids.length === 0;
    if (isOver) await tx.enqueue(foldTallies, {});
    return {
      cursor: isOver ? null : { position: position + 1, records },
      counts: {
        operation,
        totalRequested,
        successCount: counts.successCount + changed,
        unchangedCount: counts.unchangedCount + found.length - changed,
        failureCount: counts.failureCount + missing,
      },
      done: totalRequested / records,
    };
  };

/** What PATCH or DELETE would do to each of these contacts (D-225). Returns how many it changed. */
async function apply(tx: ProjectTx, operation: BulkOperation, found: readonly Contact[]): Promise<number> {
  if (operation === 'delete') {
    await deleteContactsIn(tx, found);
    return found.length;
  }
  const isSubscribed = operation === 'subscribe';
  const plans = found.map((contact) => {
    const wish = { email: contact.email, subscribed: isSubscribed, subscribedWhenNew: isSubscribed, patch: emptyPatch };
    return planContact(contact, wish, { id: contact.id, now: tx.now });
  });
  await writeContacts(tx, plans, 'bulk');
  return plans.filter((plan) => plan.kind === 'change').length;
}

async function noteMissing(
  tx: ProjectTx,
  id: JobId,
  { ids, found, position }: { ids: readonly string[]; found: readonly Contact[]; position: number },
): Promise<number> {
  const known = new Set<string>(found.map((contact) => contact.id));
  const errors = ids.flatMap((recordId, place) =>
    known.has(recordId) ? [] : [{ line: position * recordsAtOnce + place, recordId, error: 'Contact not found' }],
  );
  await addJobErrors(tx, id, errors);
  return errors.length;
}

function idsOf(tx: ProjectTx, selection: BulkSelection) {
  if ('ids' in selection) return sql<{ id: string }>`select distinct id from unnest(${selection.ids}::uuid[]) id`;
  const { filter, excludeIds } = selection;
  const wanted = filter.subscribed ?? null;
  const shown =
    filter.search === undefined
      ? sql`select id from contacts where project_id = ${tx.projectId} and (${wanted}::boolean is null or subscribed = ${wanted})`
      : sql`select search_contacts as id from search_contacts(${patternOf(filter.search)}, ${wanted}, false, true, null, null, 2147483647)`;
  return sql<{ id: string }>`select shown.id from (${shown}) shown
    where not exists (select 1 from unnest(${excludeIds}::uuid[]) excluded (id) where excluded.id = shown.id)`;
}
