import type { Client } from 'pg';
import { bearer, clientOf } from '../../../server/testing/client.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { html, senderDomain, subject, text } from '../handoff/fixture.ts';

/** A project whose mail is timed. */
export interface ProbedProject {
  readonly client: Client;
  readonly project: ProofProject;
  readonly people: readonly { id: string; email: string }[];
  /** Of its sender; that of the fixture if left out. */
  readonly domain?: string;
}

export interface LaneBench extends ProbedProject {
  readonly url: string;
  readonly relay: string;
  readonly probes: number;
}

/** How long a mail of `/v1/send` takes from its commit to its result, alone and beside a backlog of marketing mail. */
export async function compareLanes(bench: LaneBench, backlog: number, run: string): Promise<void> {
  const { client, url, relay, project, probes } = bench;
  const settings = { MAIL_RELAYS: relay, ENVIRONMENT: 'production', DRAIN_SECONDS: '0' };
  const [worker, api] = [await startProcess('worker', url, settings), await startProcess('api', url, settings)];
  await probe(bench, api, 20);
  const idle = await probe(bench, api, probes);
  await fillCampaign(client, project.id, backlog);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const before = await countCampaign(client);
  const beside = await probe(bench, api, probes);
  const left = await countCampaign(client);
  await Promise.all([worker.stop(), api.stop()]);
  await client.query('delete from deliveries');
  if (left === 0) throw new Error('the backlog was over before the probes were: ask for a larger one');
  const detail = { sentMeanwhile: before - left, left, begunBesideOne: await begunBeside(client, beside.ids) };
  const name = `lanes, p99 of a transactional mail beside ${backlog} marketing mails${run}; bare is the idle p99`;
  report({ name, ours: beside.p99, bare: idle.p99, unit: 'ms', want: { ratio: { atMost: 2 } }, detail });
  report({ name: `lanes, the same for the median${run}`, ours: beside.p50, bare: idle.p50, unit: 'ms', want: null });
}

async function countCampaign(client: Client): Promise<number> {
  const { rows } = await client.query<{ left: number }>('select count(*)::int as left from deliveries where lane = 2');
  return rows[0]?.left ?? 0;
}

/** Marketing mails whose hand-over began while a probe was under way, for each probe. */
async function begunBeside(client: Client, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ begun: number }>(
    `select count(*)::float8 / greatest(1, cardinality($1::uuid[])) as begun
       from delivery_attempts p
       join delivery_attempts a on a.claimed_at between p.claimed_at and p.finished_at
       join delivery_channels c on c.id = a.channel_id and c.lane = 'campaign'
      where p.email_id = any($1)`,
    [ids],
  );
  return Number((rows[0]?.begun ?? 0).toFixed(2));
}

/** Sends so many mails one after the other, and takes the time from commit to result. */
export async function probe(
  { client, project, people, domain = senderDomain }: ProbedProject,
  api: ServerProcess,
  count: number,
): Promise<{ p50: number; p99: number; ids: readonly string[] }> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await send(api, { key: project.secretKey, domain, to: people[index % people.length]?.email ?? '' }));
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
  const { p50, p99 } = rows[0] ?? { p50: Number.NaN, p99: Number.NaN };
  return { p50, p99, ids };
}

async function send(
  api: ServerProcess,
  { key, domain, to }: { readonly key: string; readonly domain: string; readonly to: string },
): Promise<string> {
  const mail = { to, from: `hello@${domain}`, subject, body: html };
  const { status, text: reply, body } = await clientOf(api.url, bearer(key)).post('/v1/send', mail);
  if (status !== 200) throw new Error(`/v1/send returned ${status} ${reply}`);
  return body.data.emails[0].email;
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
