import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { CommandRefused } from '../commands/command.ts';

/** A worker that is connected would begin to send as soon as the rows are there. Connections that end just now are waited for. */
export async function refuseOthers(client: Pick<Client, 'query'>): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    await client.query('reset role'); // Why: the names of sessions are shown to their own login alone
    await client.query('select pg_stat_clear_snapshot()'); // Why: in a transaction the second look would be the first again
    const { rows } = await client.query<{ name: string }>(
      `select coalesce(nullif(application_name, ''), 'a client') as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null limit 1`,
    );
    await client.query('set role postrider_owner');
    const [other] = rows;
    if (!other) return;
    if (looks === 10) {
      throw new CommandRefused(
        `Others are connected to this database (${other.name}).`,
        'Stop every process of Postrider that uses it, then restore.',
      );
    }
    await delay(200);
  }
}
