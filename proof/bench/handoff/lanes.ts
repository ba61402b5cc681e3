import type { Client } from 'pg';
import type { ServerProcess } from '../../instance/instance.ts';
import { startProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { html, senderDomain, subject, text } from './fixture.ts';

const probes = 400;

export interface LaneBench {
  readonly client: Client;
  readonly url: string;
  readonly relay: string;
  readonly project: ProofProject;
  readonly people: readonly { id: string; email: string }[];
}

/** How long a mail of `/v1/send` takes from its commit to its result, alone and beside a backlog of marketing mail. */
export async function compareLanes(bench: LaneBench, backlog: number): Promise<void> {
  const { client, url, relay, project } = bench;
  const settings = { MAIL_RELAYS: relay, ENVIRONMENT: 'production' };
  const [worker, api] = [await startProcess('worker', url, settings), await startProcess('api', url, settings)];
  await probe(bench, api, 20);
  const idle = await probe(bench, api, probes);
  await fillCampaign(client, project.id, backlog);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const beside = await probe(bench, api, probes);
  const { rows } = await client.query<{ left: number }>('select count(*)::int as left from deliveries where lane = 2');
  await Promise.all([worker.stop(), api.stop()]);
  await client.query('delete from deliveries');
  console.error(`${rows[0]?.left} of ${backlog} marketing mails still waited at the end of the probes`);
  const name = `handoff, p99 of a transactional mail beside ${backlog} marketing mails, bare is twice the idle p99`;
  report({ name, ours: beside.p99, bare: 2 * idle.p99, unit: 'ms' });
  report({ name: 'handoff, the same for the median', ours: beside.p50, bare: 2 * idle.p50, unit: 'ms' });
}

async function probe(
  { client, project, people }: LaneBench,
  api: ServerProcess,
  count: number,
): Promise<{ p50: number; p99: number }> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    ids.push(await send(api, project.secretKey, people[place % people.length]?.email ?? ''));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  for (;;) {
    const { rowCount } = await client.query('select from deliveries where lane = 0 limit 1');
    if (rowCount === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rows } = await client.query<{ p50: number; p99: number }>(
    `select percentile_disc(0.5) within group (order by ms) as p50, percentile_disc(0.99) within group (order by ms) as p99
       from (select (extract(epoch from sent_at - created_at) * 1000)::float8 as ms from emails where id = any($1)) w`,
    [ids],
  );
  await showSlowest(client, ids);
  return rows[0] ?? { p50: 0, p99: 0 };
}

async function send(api: ServerProcess, key: string, to: string): Promise<string> {
  const response = await fetch(`${api.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, from: `hello@${senderDomain}`, subject, body: html }),
  });
  if (response.status !== 200) throw new Error(`/v1/send answered ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: { emails: [{ email: string }] } }; // the shape of a 200
  return data.emails[0].email;
}

/** Where the slowest ones spent their time, in milliseconds after their commit. */
async function showSlowest(client: Client, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query(
    `select (extract(epoch from a.claimed_at - e.created_at) * 1000)::int as claimed,
            (extract(epoch from a.connected_at - e.created_at) * 1000)::int as connected,
            (extract(epoch from a.committing_at - e.created_at) * 1000)::int as gate,
            (extract(epoch from a.replied_at - e.created_at) * 1000)::int as replied,
            (extract(epoch from a.finished_at - e.created_at) * 1000)::int as finished
       from emails e join delivery_attempts a on a.email_id = e.id where e.id = any($1)
      order by e.sent_at - e.created_at desc limit 5`,
    [ids],
  );
  console.error(`slowest: ${rows.map((row) => JSON.stringify(row)).join(' ')}`);
}

/** A campaign's mails, made by the database itself: records, contents and deliveries. */
async function fillCampaign(client: Client, projectId: string, count: number): Promise<void> {
  const page = 10_000;
  for (let made = 0; made < count; made += page) {
    await client.query(
      `with made as materialized (
         select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
                 substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as id,
                c.id as contact_id, c.email
           from generate_series(1, $2::int) n
           join lateral (select id, email from contacts where project_id = $1 and email = 'person-' || n % 2000 || '@example.com') c on true),
       mails as (
         insert into emails (project_id, id, contact_id, status, recipient, from_email, subject, type, source_type, created_at, updated_at)
         select $1, id, contact_id, 'QUEUED', email, 'hello@' || $3, $4, 'MARKETING', 'CAMPAIGN', now(), now() from made),
       contents as (
         insert into email_contents (project_id, id, html, text, unsubscribe_url)
         select $1, id, $5, $6, 'https://mail.example/u/token' from made)
       insert into deliveries (project_id, id, type, contact_id, recipient, sender_domain, lane, expires_at)
       select $1, id, 'MARKETING', contact_id, email, $3, 2, now() + interval '72 hours' from made`,
      [projectId, Math.min(page, count - made), senderDomain, subject, html, text],
    );
  }
  await client.query('vacuum analyze deliveries, emails');
}
