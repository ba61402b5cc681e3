import type { Client } from 'pg';
import { startDns } from '../../../server/testing/dns-server.ts';
import { until } from '../../../server/testing/until.ts';
import { runRole, settingsFor } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { judge } from '../delivery/judge.ts';
import { startSenders } from '../delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type Check, type FaultRun, sleep } from '../fault-run.ts';
import { addDomain, sendFrom, unverifiedDomains } from './domains.ts';
import { badSignatures, type Era, linkAnswers, returnPathAnswers } from './eras.ts';
import { type RollingProcesses, type Secrets, startRollingProcesses } from './rolling-processes.ts';

const { SECRET_KEY: first = '' } = settingsFor('');
const [second, third] = ['the-second-secret-for-proof-runs-32', 'the-third-secret-for-proof-runs-32-'] as const;

/** Half of them are newsletters, whose links are followed later. */
const minMailsPerEra = 20;

/**
 * SECRET_KEY is replaced twice under load: once as the operating guide says, once without listing the new key first. Mail
 * waits at worst: none is poisoned or unsigned, no domain is lost, what was sent stays good, and the old keys can go.
 */
export const secretKeyFaults: FaultRun = async ({ isShort, check }) => {
  const pause = (): Promise<void> => sleep(isShort ? 0.5 : 15);
  const setup = await openFaultSetup();
  const zone = await startDns();
  const settings = {
    MAIL_RELAYS: setup.sink.url,
    DNS_RESOLVERS: zone.address,
    BOUNCE_HOST: 'in.postrider.example',
    INBOUND_LISTEN: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  // The short run begins with the next key listed already; each process that is started takes seconds.
  const processes = await startRollingProcesses(setup.url, settings, {
    current: first,
    others: isShort ? [second] : [],
  });
  const [project] = await makeProjects(setup.client, 1);
  if (!project) throw new Error('no project');
  const senders = await startSenders(setup, () => processes.live, isShort ? 2 : 8);
  const eras: Era[] = [];
  const endEra = async (name: string): Promise<void> => {
    await pause();
    const before = eras.reduce((sum, era) => sum + era.mails.length, 0);
    await until(() => setup.sink.received.length >= before + minMailsPerEra);
    const mails = setup.sink.received.slice(before);
    eras.push({ name, mails });
    const lost = await unverifiedDomains(setup.client, project);
    check(`${name}: every domain is verified`, lost.length === 0, { mails: mails.length, lost });
  };
  /** A customer adds a domain and sends from it at once. */
  const addSendingDomain = async (domain: string, mails: number): Promise<void> => {
    const [api] = processes.live;
    if (!api) throw new Error('no process');
    await addDomain({ api, project, zone, domain });
    setup.log.accepted.push(...(await sendFrom({ api, project, domain }, mails)));
  };
  const rotate = async (secrets: Secrets): Promise<void> => {
    const own = { SECRET_KEY: secrets.current, SECRET_KEYS_OLD: secrets.others.join(',') };
    const { code, printed } = await runRole('rotate', setup.url, { ...settings, ...own });
    check('rotate ends well beside running processes', code === 0, printed.split('\n').slice(0, 3));
  };
  try {
    await addSendingDomain('first.example', 5);
    await endEra('first key');

    if (!isShort) await processes.rollOver({ current: first, others: [second] });
    await processes.rollOver({ current: second, others: [first] }, () => addSendingDomain('second.example', 20));
    const early = await countHeldForKey(setup.client);
    check('with the new key listed first no mail waited for a signing key', early === 0, { held: early });
    await rotate({ current: second, others: [first] });
    await endEra('second key');

    let waited = 0;
    await processes.rollOver({ current: third, others: [second, first] }, async () => {
      await addSendingDomain('third.example', 40);
      await pause();
      waited = await countHeldForKey(setup.client);
    });
    await rotate({ current: third, others: [second, first] });
    await endEra('third key');
    for (const era of eras) await checkEra(processes, era, check);

    await processes.rollOver({ current: third, others: [] });
    await endEra('old keys dropped');
    await senders.finish();
    const isDone = await untilSent(setup, isShort);
    check('every mail left, those that had waited for a key as well', isDone, { hadWaited: waited });
    await checkDropped(processes, eras, check);
    await checkMails(setup, check);
    await judge(setup, 'secret key', check);
  } finally {
    await senders.finish().catch(() => {});
    await processes.stop();
    await zone.close();
    await setup.close();
  }
};

const isAll = (counts: Record<string, number>, status: string): boolean =>
  (counts[status] ?? 0) > 0 && Object.keys(counts).length === 1;

async function checkEra(processes: RollingProcesses, era: Era, check: Check): Promise<void> {
  const [links, returnPaths] = [await linkAnswers(processes, era), await returnPathAnswers(processes, era)];
  const areGood = isAll(links, '200') && isAll(returnPaths, '250');
  check(`${era.name}: links and return paths of its mail are good two keys later`, areGood, { links, returnPaths });
}

/** What the operating guide says about a key that is dropped. */
async function checkDropped(processes: RollingProcesses, eras: readonly Era[], check: Check): Promise<void> {
  const [oldest, latest] = [eras[0], eras.at(-1)];
  if (!oldest || !latest) throw new Error('no eras');
  await checkEra(processes, { ...latest, name: 'without old keys' }, check);
  const links = await linkAnswers(processes, oldest);
  check('links of a dropped key have ended, as the guide says', isAll(links, '404'), links);
}

async function countHeldForKey(client: Client): Promise<number> {
  const { rows } = await client.query<{ held: number }>(
    `select count(*)::int as held from deliveries where hold_reason = 'SIGNING_KEY_UNREADABLE'`,
  );
  return rows[0]?.held ?? 0;
}

/** The long run waits for the check of each minute; the short one makes held mail due. */
async function untilSent({ client }: FaultSetup, isShort: boolean): Promise<boolean> {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(0.2)) {
    if (isShort)
      await client.query('update deliveries set due_at = now() where hold_reason is not null and due_at > now()');
    const { rowCount } = await client.query('select from deliveries limit 1');
    if (rowCount === 0) return true;
  }
  return false;
}

async function checkMails({ client, sink }: FaultSetup, check: Check): Promise<void> {
  const { rows } = await client.query<{ status: string; reason: string | null; mails: number }>(
    'select status, reason, count(*)::int as mails from emails group by 1, 2 order by 1, 2',
  );
  const failed = rows.filter(({ status }) => status !== 'SENT' && status !== 'SUPPRESSED');
  check('no mail is poisoned or failed', failed.length === 0, rows);
  const bad = await badSignatures(client, sink.received);
  check('every mail is signed with the published key of its domain', bad.length === 0, {
    mails: sink.received.length,
    bad: bad.slice(0, 3),
  });
}
