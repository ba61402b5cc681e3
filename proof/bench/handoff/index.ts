import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { givenMails } from '../../../server/testing/given-mail.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { startProcess } from '../../instance/instance.ts';
import { cpuSeconds } from '../../instance/processor-time.ts';
import { budgets } from '../budgets.ts';
import { median, report } from '../comparison.ts';
import { startCountingProxy } from '../messages/counting-proxy.ts';
import type { MessageCounts } from '../messages/frontend-messages.ts';
import { type ResourcesUsed, readResources, reportCosts, usedEach } from '../resources.ts';
import { rowsWritten } from '../rows-written.ts';
import { compareCosts } from './costs.ts';
import { html, makeKey, senderDomain, subject, text } from './fixture.ts';
import { givenPeople, givenSendingProject } from './project.ts';

const run = promisify(execFile);
const bareLoop = fileURLToPath(new URL('./bare-loop.ts', import.meta.url));

/** `--mails` a round, `--rounds`. One worker hands mail to smtp-sink, in turns with a bare loop over as many connections. */
export async function benchHandoff(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      mails: { type: 'string', default: '4000' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const [mails, rounds] = [Number(values.mails), Number(values.rounds)];
  const name = await createMigratedDatabase();
  const sink = await startSmtpSink();
  const client = await connect(urlOf(name));
  const key = makeKey();
  try {
    const project = await givenSendingProject(client, key);
    const projectId = project.id;
    const people = await givenPeople(client, projectId, 2_000);
    const ours: HandoffMeasurement[] = [];
    const bare: { rate: number; cpuMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measureOurs({ client, url: urlOf(name), relay: sink.url, projectId, people, mails }));
      const { stdout } = await run(process.execPath, [bareLoop, String(sink.port), String(mails), key.privateKey]);
      bare.push(JSON.parse(stdout));
    }
    const rate = { ours: median(ours.map((one) => one.rate)), bare: median(bare.map((one) => one.rate)) };
    report({ name: 'handoff, one worker, 20 links', ...rate, unit: 'mails/s', want: { ratio: { atLeast: 0.85 } } });
    const cpu = { ours: median(ours.map((one) => one.cpuMs)), bare: median(bare.map((one) => one.cpuMs)) };
    report({ name: 'handoff, processor time of the sending process for each mail', ...cpu, unit: 'ms', want: null });
    const used = {
      serverMs: median(ours.map((one) => one.used.serverMs)),
      walBytes: median(ours.map((one) => one.used.walBytes)),
    };
    reportCosts('handoff', 'mail', { ...used, processMs: cpu.ours, tableBytes: {} }, ['server', 'wal']);
    const commonCosts = await compareCosts(sink.url, key.privateKey);
    const rest = { ours: cpu.ours - commonCosts.ours, bare: cpu.bare - commonCosts.bare };
    const what = 'handoff, the rest: start, claims, gate, results; bare: start and loop';
    report({ name: what, ...rest, unit: 'ms', want: null });
    const versions = median(ours.map((one) => one.versions));
    const { reputation_counts: counts = 0, ...tables } = ours.at(-1)?.tables ?? {};
    report({
      name: 'handoff, row versions from claim to SENT',
      ours: versions,
      unit: 'rows',
      want: { ours: { atMost: budgets.handoff.rowVersions } },
      detail: { tables, reputationCounts: counts },
    });
    const round = { client, url: urlOf(name), relay: sink.url, projectId, people, mails };
    const { roundTrips, statements } = await countMessages(round);
    const inMessages = { ours: roundTrips / mails, unit: 'messages', want: null };
    report({
      name: 'handoff, messages to PostgreSQL for each mail',
      ...inMessages,
      detail: { statements: statements / mails },
    });
  } finally {
    await client.end();
    await sink.stop();
    await dropDatabase(name);
  }
}

/** A round through a proxy that counts; its rate means nothing. */
async function countMessages(round: HandoffRound): Promise<MessageCounts> {
  const proxy = await startCountingProxy(round.url);
  try {
    await measureOurs({ ...round, url: proxy.url });
    return proxy.counts();
  } finally {
    await proxy.close();
  }
}

interface HandoffMeasurement {
  rate: number;
  cpuMs: number;
  versions: number;
  tables: Record<string, number>;
  used: ResourcesUsed;
}

interface HandoffRound {
  client: Client;
  url: string;
  relay: string;
  projectId: string;
  people: readonly { id: string; email: string }[];
  mails: number;
}

/** Fills the spool, starts a worker, and takes the time between a tenth and nine tenths of the mails, by their records. */
async function measureOurs({
  client,
  url,
  relay,
  projectId,
  people,
  mails,
}: HandoffRound): Promise<HandoffMeasurement> {
  const ids: string[] = [];
  for (let from = 0; from < mails; from += 1_000) {
    const page = await givenMails(client, projectId, Math.min(1_000, mails - from), (index) => {
      const person = people[(from + index) % people.length];
      const content = { subject, html, text, domain: senderDomain };
      return person ? { ...content, contactId: person.id, recipient: person.email } : content;
    });
    ids.push(...page);
  }
  await client.query('vacuum analyze deliveries, emails, email_contents');
  const before = await rowsWritten(client, 'outside of the queue');
  const readBefore = await readResources(client, {});
  const worker = await startProcess('worker', url, { MAIL_RELAYS: relay, ENVIRONMENT: 'production' });
  for (;;) {
    const { rowCount } = await client.query('select from deliveries limit 1');
    if (rowCount === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const cpuMs = cpuSeconds(worker.child.pid ?? 0) * 1_000;
  const used = usedEach(readBefore, await readResources(client, {}), mails);
  await worker.stop();
  const after = await rowsWritten(client, 'outside of the queue');
  const { rows } = await client.query<{ seconds: number; sent: number }>(
    `with sent as (select sent_at, row_number() over (order by sent_at) as rank from emails where id = any($1) and status = 'SENT')
     select extract(epoch from max(sent_at) filter (where rank <= 0.9 * $2) - max(sent_at) filter (where rank <= 0.1 * $2))::float8
              as seconds, count(*)::int as sent from sent`,
    [ids, mails],
  );
  const [row] = rows;
  if (row?.sent !== mails) throw new Error(`${row?.sent} of ${mails} mails were sent`);
  const tables = Object.fromEntries(
    Object.entries(after)
      .map(([table, count]) => [table, (count - (before[table] ?? 0)) / mails] as const)
      .filter(([, count]) => count > 0.001),
  );
  const versions = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { rate: (0.8 * mails) / row.seconds, cpuMs: cpuMs / mails, versions, tables, used };
}
