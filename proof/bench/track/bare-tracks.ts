import { randomUUIDv7 } from 'node:crypto';
import type { PoolClient } from 'pg';
import { recordStatement } from '../../../server/src/features/events/record-statement.ts';
import { bareRate, enterWithKey, inProjectTransaction } from '../bare.ts';
import type { TrackedEvent, TrackLoad } from './track-load.ts';

/** The statements of `POST /v1/track`, without anything around them: the same work over the same number of connections. */
export const bareTracks = (databaseUrl: string, load: TrackLoad): Promise<number> =>
  bareRate(databaseUrl, load, async (pool, event) => {
    await enterWithKey(pool, event.project.publicKey, 'public');
    await inProjectTransaction(pool, event.project.id, 'read write', (client) => track(client, event));
  });

async function track(client: PoolClient, { project, email, event, data }: TrackedEvent): Promise<void> {
  const { rows } = await client.query({ name: 'lock', text: lock, values: [project.id, [email], project.id] });
  const [contact] = rows as { id: string; data: Record<string, unknown> }[]; // the columns of the statement
  if (!contact || contact.data.plan !== data.plan) throw new Error('the contacts are known and unchanged');
  const values = [project.id, [randomUUIDv7()], [contact.id], [event], [JSON.stringify(data)], [null], [0], [true]];
  await client.query({ name: 'record', text: recordStatement, values });
}

const lock = `
    select c.*, (select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
                  where project_id = $1 and removing_since is not null) as marks
      from unnest($2::text[]) as wanted (email) cross join lateral (
        select id, email, subscribed, data, created_at, updated_at from contacts
         where project_id = $3 and email = wanted.email for no key update) c`;
