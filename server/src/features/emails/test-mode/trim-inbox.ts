import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask } from '#platform/context';

export const keptDays = 7;
const most = 10_000;

/** Drops what is too old or too much of one project's inbox. Run twice, the second finds nothing. */
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
                    select received_at, id, row_number() over newest as place,
                           sum(coalesce(kept_bytes, size)) over newest as bytes
                      from inbox_messages where project_id = ${tx.projectId}
                    window newest as (order by received_at desc, id desc)) kept
                   where place > ${most} or bytes > ${tx.config.INBOX_BYTES_PER_PROJECT}
                   order by received_at desc, id desc limit 1))`.execute(tx.db);
    }),
});
