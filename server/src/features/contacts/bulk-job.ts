import { sql } from 'kysely';
import {
  addJobErrors,
  defineJob,
  type JobBatch,
  type JobId,
  type JobKind,
  loadJobRecords,
  storeJobRecords,
} from '#features/jobs';
import type { ProjectTx } from '#platform/context';
import type { Contact, ContactId } from './contact.ts';
import { deleteContactsIn } from './delete-contact.ts';
import { lockContacts } from './lock-contacts.ts';
import { patternOf } from './search-pattern.ts';
import { setSubscriptions } from './set-subscription.ts';
import { foldTallies } from './tasks.ts';

export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete';

/** Which contacts a bulk run changes: these, or all that a list with this filter shows, except some. */
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
  const initialCounts = { operation, totalRequested: 0, successCount: 0, unchangedCount: 0, failureCount: 0 };
  return defineJob<BulkSelection, BulkCursor, BulkCounts>({
    type: `bulk-${operation}`,
    name: `contacts.bulk-${operation}`,
    initialCounts,
    async begin(tx, { id, input }) {
      const records = await storeJobRecords(tx, id, idsOf(tx, input), recordsAtOnce);
      return { cursor: records > 0 ? { position: 0, records } : null, counts: initialCounts, done: 0 };
    },
    open: async () => batchFor(operation),
  });
}

const batchFor =
  (operation: BulkOperation): JobBatch<BulkSelection, BulkCursor, BulkCounts> =>
  async (tx, { id, cursor: { position, records }, counts }) => {
    const ids = (await loadJobRecords(tx, id, position)) ?? [];
    const found = await lockContacts(tx, ids as ContactId[]); // stored by begin
    const changed = await apply(tx, operation, found);
    const missing = await addMissingErrors(tx, id, { ids, found, position });
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
  return setSubscriptions(tx, found, operation === 'subscribe', 'bulk');
}

async function addMissingErrors(
  tx: ProjectTx,
  id: JobId,
  { ids, found, position }: { ids: readonly string[]; found: readonly Contact[]; position: number },
): Promise<number> {
  const known = new Set<string>(found.map((contact) => contact.id));
  const errors = ids.flatMap((recordId, index) =>
    known.has(recordId) ? [] : [{ line: position * recordsAtOnce + index, recordId, error: 'Contact not found' }],
  );
  await addJobErrors(tx, id, errors);
  return errors.length;
}

function idsOf(tx: ProjectTx, selection: BulkSelection) {
  if ('ids' in selection) return sql<{ id: string }>`select distinct id from unnest(${selection.ids}::uuid[]) id`;
  const { filter, excludeIds } = selection;
  const subscribed = filter.subscribed ?? null;
  const shown =
    filter.search === undefined
      ? sql`select id from contacts where project_id = ${tx.projectId} and (${subscribed}::boolean is null or subscribed = ${subscribed})`
      : sql`select search_contacts as id from search_contacts(${patternOf(filter.search)}, ${subscribed}, false, true, null, null, 2147483647)`;
  return sql<{ id: string }>`select shown.id from (${shown}) shown
    where not exists (select 1 from unnest(${excludeIds}::uuid[]) excluded (id) where excluded.id = shown.id)`;
}
