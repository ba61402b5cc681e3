import { defineJob } from '#features/jobs';
import { nilId } from '#platform/ids';
import { contactTotals } from './count-contacts.ts';
import { finishRemoval, removeFieldPage } from './remove-field.ts';

interface RemovalCursor {
  after: string;
  seen: number;
  contacts: number;
}

/** Removes a key that is marked as deleted from the contacts, page by page (D-223). */
export const deleteFieldJob = defineJob<{ key: string }, RemovalCursor, { deletedFrom: number }>({
  type: 'delete-field',
  name: 'contacts.remove-field',
  initialCounts: { deletedFrom: 0 },

  async begin(tx) {
    const { contacts } = await contactTotals(tx);
    return { cursor: { after: nilId, seen: 0, contacts }, counts: { deletedFrom: 0 }, done: 0 };
  },

  async open(_ctx, { input: { key } }) {
    return async (tx, { cursor, counts }) => {
      const page = await removeFieldPage(tx, key, cursor.after);
      if (page.next === null) await finishRemoval(tx, key);
      const seen = cursor.seen + page.seen;
      return {
        cursor: page.next === null ? null : { ...cursor, after: page.next, seen },
        counts: { deletedFrom: counts.deletedFrom + page.removed },
        done: seen / Math.max(1, cursor.contacts),
      };
    };
  },
});
