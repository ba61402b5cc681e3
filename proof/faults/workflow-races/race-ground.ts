import type { Client as DatabaseClient } from 'pg';
import type { Client } from '../../../server/testing/client.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { inParallel } from '../requests.ts';

/** A project in which some contacts race. */
export interface RaceGround {
  readonly client: DatabaseClient;
  readonly project: ProofProject;
  readonly api: Client;
  readonly random: () => number;
  readonly people: number;
  /** Until nothing is due. */
  settle(): Promise<void>;
}

/** How often executions ended for each reason. */
export type Ends = Record<string, number>;

export const emailOf = (number: number): string => `c${number}@example.com`;

/** Something for each contact, many at the same time. */
export const forEach = (
  { people }: RaceGround,
  work: (number: number) => Promise<unknown>,
  atOnce = 20,
): Promise<void> => inParallel([...Array(people).keys()], atOnce, work);

export async function track({ api }: RaceGround, event: string, number: number): Promise<void> {
  const { status } = await api.post('/events/track', { event, email: emailOf(number) });
  if (status !== 200) throw new Error(`an event was not taken: ${status}`);
}

/**
 * The time of the open step of some executions is reached in this moment, whether it is a wait or a delay; `part` is their share. One that
 * an event has woken is left alone.
 */
export async function reachTimes({ client, project }: RaceGround, part = 1): Promise<void> {
  await client.query(
    `update executions set due_at = now(), open = open
        || case when open ? 'executeAfter' then jsonb_build_object('executeAfter', now() - interval '1 minute') else '{}' end
        || case when open ? 'scheduledFor' then jsonb_build_object('scheduledFor', now()) else '{}' end
      where project_id = $1 and lease_until is null and woken_by is null and (open ? 'executeAfter' or open ? 'scheduledFor')
        and abs(hashtext(id::text || clock_timestamp()::text)) % 1000 < $2::float8 * 1000`,
    [project.id, part],
  );
}

export async function endsOf({ client, project }: RaceGround): Promise<Ends> {
  const { rows } = await client.query<{ end: string; times: number }>(
    `select coalesce(exit_reason, status) as end, count(*)::int as times from finished_executions where project_id = $1 group by 1`,
    [project.id],
  );
  return Object.fromEntries(rows.map(({ end, times }) => [end, times]));
}
