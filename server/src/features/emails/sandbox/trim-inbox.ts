import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask } from '#platform/context';
import { limits } from '#pure/limits';

export const keptDays = limits.testMailDays;

/** Deletes messages of one project's inbox that are too old or above its limits. A second run finds nothing. */
export const trimInbox = defineTask({
  name: 'emails.trim-inbox',
  payload: z.object({}),
  isMerged: true,
  run: (ctx) =>
    ctx.transaction(async (tx) => {
      await sql`
        delete from inbox_messages where project_id = ${tx.projectId}
           and (received_at < ${tx.now}::timestamptz - make_interval(days => ${keptDays}::int)
                or (received_at, id) <= (
                  select received_at, id from (
                    select received_at, id, row_number() over newest as row_index,
                           sum(coalesce(kept_bytes, size)) over newest as bytes
                      from inbox_messages where project_id = ${tx.projectId}
                    window newest as (order by received_at desc, id desc)) kept
                   where row_index > ${limits.testMailsKept} or bytes > ${tx.config.INBOX_BYTES_PER_PROJECT}
                   order by received_at desc, id desc limit 1))`.execute(tx.db);
    }),
});
