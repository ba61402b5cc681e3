import { defineJob } from '#features/jobs';
import { countEvents } from './count-events.ts';
import { finishRemoval, removePage } from './remove-events.ts';

const allTime = { source: undefined, period: { from: null, until: null } };

/** Removes the events of a marked name page by page (D-415). Every page starts from the events left before the mark. */
export const deleteEventJob = defineJob<{ name: string }, { total: number }, { deletedCount: number }>({
  type: 'delete-event',
  name: 'events.remove-name',
  initialCounts: { deletedCount: 0 },

  async begin(tx, { input: { name } }) {
    return { cursor: { total: await countEvents(tx, { ...allTime, name }) }, counts: { deletedCount: 0 }, done: 0 };
  },

  async open(_ctx, { input: { name } }) {
    return async (tx, { cursor, counts }) => {
      const { removed, isDone } = await removePage(tx, name);
      if (isDone) await finishRemoval(tx, name);
      const deletedCount = counts.deletedCount + removed;
      return {
        cursor: isDone ? null : cursor,
        counts: { deletedCount },
        done: deletedCount / Math.max(1, cursor.total),
      };
    };
  },
});
