import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { sleep } from '../fault-run.ts';
import type { JobClient } from './polled-job.ts';

/** Everything that is visible of a project, except what always differs: ids and times. */
export interface ProjectSnapshot {
  contacts: string;
  fields: string;
  values: string;
  total: number;
  /** How often each subscription event happened to each address. */
  events: string;
  eventsTwice: number;
}

export async function takeSnapshot(client: Client, projectId: string, jobs: JobClient): Promise<ProjectSnapshot> {
  await untilFolded(client, projectId);
  const { rows: contacts } = await client.query<{ row: string }>(
    `select email || ' ' || subscribed || ' ' || data::text as row from contacts where project_id = $1 order by email`,
    [projectId],
  );
  const { rows: events } = await client.query<{ row: string; times: string }>(
    `select c.email || ' ' || e.name || ' ' || coalesce(e.data ->> 'source', '') as row, count(*) as times
       from events e join contacts c on c.project_id = e.project_id and c.id = e.contact_id
      where e.project_id = $1 group by 1 order by 1`,
    [projectId],
  );
  return {
    contacts: digest(contacts.map(({ row }) => row)),
    fields: await jobs.get('/contacts/fields'),
    values: await jobs.get('/contacts/fields/plan/values'),
    total: (JSON.parse(await jobs.get('/contacts')) as { total: number }).total, // our own list
    events: `${events.length} ${digest(events.map(({ row, times }) => `${row} ${times}`))}`,
    eventsTwice: events.filter(({ times }) => Number(times) > 1).length,
  };
}

/** Why: the values of a field are counted after the writes. */
async function untilFolded(client: Client, projectId: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { rowCount } = await client.query('select from contact_tallies where project_id = $1 limit 1', [projectId]);
    if (rowCount === 0) return;
    await sleep(0.1);
  }
  throw new Error('the tallies were not folded');
}

const digest = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');
