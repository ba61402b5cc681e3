import { type Check, type FaultRun, randomFrom, sleep } from '../fault-run.ts';
import { areEqual, bothCounts, countCopies, wrongRows } from './judge.ts';
import { type CampaignWorld, openCampaignWorld } from './setup.ts';
import { changeContacts, killWorkers } from './trouble.ts';

const text = { subject: 'News', body: '<p>Dear {{ first name ?? "you" }}, number {{ age ?? 0 }} of the list</p>' };

/** A campaign whose workers are killed, with pauses and changes beside it (F18, F46); and one that is cancelled. */
export const campaignFaults: FaultRun = async ({ isShort, seed, check }) => {
  const [contacts, everySeconds] = isShort ? [3_000, 3] : [100_000, 10];
  const random = randomFrom(seed);
  const world = await openCampaignWorld(contacts);
  try {
    await sendThroughKills(world, { contacts, everySeconds, random, check });
    await cancelUnderWay(world, random, check);
  } finally {
    await world.close();
  }
};

interface SendPlan {
  readonly contacts: number;
  readonly everySeconds: number;
  readonly random: () => number;
  readonly check: Check;
}

async function sendThroughKills(
  world: CampaignWorld,
  { contacts, everySeconds, random, check }: SendPlan,
): Promise<void> {
  const { client, campaigns, sink } = world;
  const id = await campaigns.draft(text);
  const killing = await killWorkers(world, everySeconds);
  const changing = changeContacts(world, random, contacts);
  await campaigns.act(id, 'send');
  let [looks, unequal] = [0, 0];
  const pauses: { from: Date; until: Date }[] = [];
  for (let campaign = await campaigns.get(id); campaign.status !== 'SENT'; campaign = await campaigns.get(id)) {
    await sleep(0.3 + random());
    looks += 1;
    if (!areEqual(await bothCounts(client, id))) unequal += 1;
    if (pauses.length < 3 && campaign.sentCount > ((pauses.length + 1) * contacts) / 5) {
      await campaigns.act(id, 'pause');
      const from = await momentOf(world);
      await sleep(3);
      pauses.push({ from, until: await momentOf(world) });
      await campaigns.act(id, 'resume');
    }
  }
  await Promise.all([killing.stop(), changing.stop()]);
  const counts = await bothCounts(client, id);
  check('campaign: workers were killed while it was sent', killing.times > 0, {
    kills: killing.times,
    changes: changing.times,
  });
  check('campaign: counters equal counted rows at every look (D-811)', unequal === 0 && areEqual(counts), {
    looks,
    unequal,
    ...counts,
  });
  const { recipients = 0, ...ends } = counts.rows;
  const sum = Object.values(ends).reduce((all, one) => all + one, 0);
  check(
    'campaign: SENT means that every row is terminal (I3)',
    sum === recipients && recipients > 0.9 * contacts,
    counts.rows,
  );
  const wrong = await wrongRows(client, id);
  check(
    'campaign: one row for each contact, none created later (I3, F46)',
    wrong.double === 0 && wrong.late === 0,
    wrong,
  );
  const { tooMany, missing, unrecorded, wrongTexts, ...copies } = await countCopies(client, id, sink.messages());
  check(
    'campaign: one copy each outside of the stated window',
    tooMany.length === 0 && missing.length === 0 && unrecorded.length === 0,
    {
      ...copies,
      tooMany,
      missing,
      unrecorded,
    },
  );
  check('campaign: every mail has its own text, and none has template source', wrongTexts === 0, { wrongTexts });
  const late: number[] = [];
  for (const { from, until } of pauses) late.push(await gatedBetween(world, id, from, until));
  check('campaign: nothing leaves a second after a pause', late.every((count) => count === 0) && late.length > 0, late);
}

async function momentOf({ client }: CampaignWorld): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at ?? new Date();
}

/** Mails that passed the gate between a second after one moment and another. */
async function gatedBetween({ client }: CampaignWorld, id: string, from: Date, until: Date | null): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from delivery_attempts a join emails e on e.id = a.email_id
      where e.campaign_id = $1 and a.committing_at > $2::timestamptz + interval '1 second'
        and a.committing_at < coalesce($3, 'infinity'::timestamptz)`,
    [id, from, until],
  );
  return rows[0]?.count ?? 0;
}

/** At a random moment: no intent later than a second after, and everything is closed in the end. */
async function cancelUnderWay(world: CampaignWorld, random: () => number, check: Check): Promise<void> {
  const { client, campaigns } = world;
  const id = await campaigns.draft({ ...text, name: 'Cancelled' });
  const workers = await Promise.all([world.worker(), world.worker()]);
  await campaigns.act(id, 'send');
  while ((await campaigns.get(id)).sentCount < 50) await sleep(0.05);
  await sleep(random() * 2);
  await campaigns.act(id, 'cancel');
  const cancelledAt = await momentOf(world);
  while ((await client.query('select from campaign_runs')).rowCount !== 0) await sleep(0.2);
  await Promise.all(workers.map((worker) => worker.stop()));
  const { rows } = await client.query<{ waiting: number; sent: number; cancelled: number }>(
    `select count(*) filter (where status = 'QUEUED')::int as waiting, count(sent_at)::int as sent,
            count(*) filter (where status = 'CANCELLED')::int as cancelled from emails where campaign_id = $1`,
    [id],
  );
  const [row] = rows;
  const late = await gatedBetween(world, id, cancelledAt, null);
  check('campaign: no mail passes the gate a second after it was cancelled (D-817)', late === 0, { late });
  check('campaign: what waited was cancelled, and nothing waits', row?.waiting === 0 && (row?.cancelled ?? 0) > 0, row);
  const counts = await bothCounts(client, id);
  check('campaign: counters of a cancelled campaign equal counted rows', areEqual(counts), counts);
}
