import type { Client } from 'pg';
import { runApp } from '../../../server/src/app/index.ts';
import { applyNotices, type EmailId } from '../../../server/src/features/emails/index.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';
import { type ProjectId, projectContext } from '../../../server/src/platform/context/index.ts';
import { settingsFor } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { givenPeople } from '../handoff/project.ts';
import { checkRollups } from './check-rollups.ts';
import { RandomNotices } from './random-notices.ts';
import { callers, connections } from './rounds.ts';
import { seedSentMails } from './seed.ts';

const maxAtOnce = 20;
const baseTime = Date.UTC(2026, 0, 1);

/** Notices of all kinds in random order, with copies, from many callers at once; then every roll-up is counted. */
export async function storm(client: Client, url: string, count: number): Promise<void> {
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('a storm needs a project');
  const notices = new RandomNotices(count);
  const people = await givenPeople(client, project.id, 5_000);
  const ids = (await seedSentMails(client, project.id, people, notices.expected.length)) as EmailId[]; // ids of emails
  await leaveSomeOpen(client, ids);
  const config = loadConfig({
    ...settingsFor(url),
    METRICS_PORT: '0',
    DATABASE_POOL_SIZE: String(connections),
    DATABASE_CONNECTIONS_PER_PROJECT: '0',
  });
  const app = await runApp(config, { api: false, worker: false });
  const ctx = projectContext(app.services, project.id as ProjectId); // just made
  const began = performance.now();
  let index = 0;
  const caller = async (number: number): Promise<void> => {
    while (index < notices.length) {
      const from = index;
      index += 1 + ((from + number) % maxAtOnce);
      const batch = notices.slice(from, index, ids, baseTime);
      const { unknown } = await ctx.transaction((tx) => applyNotices(tx, batch));
      if (unknown.length > 0) throw new Error('every email is known');
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  const seconds = (performance.now() - began) / 1_000;
  await app.stop();
  const checks = await checkRollups(client, project.id, ids, notices.expected);
  const wrong = checks.filter(({ expected, found }) => expected !== found);
  const rate = Math.round(notices.length / seconds);
  const detail = { notices: notices.length, emails: ids.length, rate, checks: checks.length };
  const want = { ours: { atMost: 0 } };
  report({ name: 'notices, wrong sums after any order with copies', ours: wrong.length, unit: 'sums', want, detail });
  for (const check of checks) console.error(JSON.stringify(check));
}

/** One mail in ten is in doubt when the first notice comes, one in ten had been given up. */
async function leaveSomeOpen(client: Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `with doubtful as (
       update emails set status = 'QUEUED', sent_at = null where id = any($1) returning project_id, id, type, contact_id, recipient)
     insert into deliveries (project_id, id, type, contact_id, recipient, sender_domain, phase, attempt, unknown_at, due_at, expires_at)
     select project_id, id, type, contact_id, recipient, 'acme.example', 'UNKNOWN', 1, now(), now() + interval '1 day',
            now() + interval '3 days' from doubtful`,
    [ids.filter((_, index) => index % 10 === 0)],
  );
  await client.query(
    `update emails set status = 'FAILED', reason = 'REJECTED', error = '550 No', sent_at = null where id = any($1)`,
    [ids.filter((_, index) => index % 10 === 1)],
  );
  await client.query('vacuum analyze emails, deliveries');
}
