import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { runSchedule } from '#testing';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import type { EmailId } from '../email.ts';
import { applyNotices } from '../feedback/apply-notices.ts';
import type { Notice } from '../feedback/notice.ts';
import { countAccepted } from './count-accepted.ts';
import { findBreakdownDrift } from './find-breakdown-drift.ts';
import { findMailDrift } from './find-drift.ts';

type Kind = 'send' | 'delivery' | 'open' | 'click' | 'bounce' | 'complaint' | 'reject';
const kinds: readonly Kind[] = ['send', 'delivery', 'open', 'click', 'bounce', 'complaint', 'reject'];

/** Notices of hours ago, of now and of a clock that is ahead. */
function noticeOf(id: string, random: () => number): Notice {
  const emailId = id as EmailId; // an id of the project
  const at = new Date(Date.now() + (random() - 0.9) * 8 * 3_600_000);
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'send';
  switch (kind) {
    case 'click':
      return { emailId, at, kind, link: 'https://acme.example/a', isFirstOfLink: true };
    case 'bounce':
      return {
        emailId,
        at,
        kind,
        bounceType: random() < 0.5 ? 'Permanent' : 'Transient',
        isAboutAddress: false,
        diagnostic: null,
      };
    case 'complaint':
      return { emailId, at, kind, feedbackType: null };
    case 'reject':
      return { emailId, at, kind, error: null };
    default:
      return { emailId, at, kind };
  }
}

/** The same numbers at every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const ctxOf = ({ app, project }: DeliverySetup) => projectContext(app.app.services, project.id);
const driftOf = (setup: DeliverySetup) =>
  ctxOf(setup).read(async (reader) => [...(await findMailDrift(reader)), ...(await findBreakdownDrift(reader))]);
const totalOf = (setup: DeliverySetup) => ctxOf(setup).read(countAccepted);
const foldIn = (setup: DeliverySetup) => runSchedule(setup.app, 'emails.fold-figures');
const notify = (setup: DeliverySetup, notices: readonly Notice[]) =>
  ctxOf(setup).transaction((tx) => applyNotices(tx, notices));

/** Moves the acceptance of all mails of the project, so that their quarters are over. */
const age = (setup: DeliverySetup, hours: number) =>
  setup.rows(`update emails set created_at = created_at - $2 * interval '1 hour' where project_id = $1`, [
    setup.project.id,
    hours,
  ]);

const sum = async (setup: DeliverySetup, expression: string, where = 'true'): Promise<number> =>
  Number((await setup.rows(`select coalesce(sum(${expression}), 0) as n from mail_figures where ${where}`))[0].n);

test('figures are what the rows say after late and repeated notices, deletions, cancellations and folds (I15)', async () => {
  const setup = await deliverySetup();
  const random = randomFrom(7);
  setup.relay.script = { unknown: /^dead/ };
  const contacts: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    contacts.push(await givenContact(setup.client, setup.project.id, `c${index}@example.com`));
  }
  const ids = await setup.mails(90, (index) => ({
    contactId: contacts[index % contacts.length] ?? null,
    recipient: index % 9 === 0 ? `dead${index}@example.com` : `c${index % contacts.length}@example.com`,
    type: index % 2 === 0 ? 'TRANSACTIONAL' : 'MARKETING',
    isTest: index % 5 === 0,
    dueSeconds: index % 6 === 0 ? 3_600 : 0,
  }));
  // No notice is about these: the deletion of their contact cancels one, the relay refuses the other.
  await setup.mails(2, (index) =>
    index === 0
      ? { contactId: contacts[0] ?? null, recipient: 'c0@example.com', dueSeconds: 3_600 }
      : { contactId: contacts[23] ?? null, recipient: 'dead@example.com' },
  );
  setup.work();
  const secret = setup.app.as(setup.project.secretKey);

  for (let round = 0; round < 6; round += 1) {
    const batches = Array.from({ length: 6 }, () =>
      Array.from({ length: 12 }, () => noticeOf(ids[Math.floor(random() * ids.length)] ?? '', random)),
    );
    const mail = { to: `c${round}@example.org`, from: 'hello@acme.example', subject: 'Hello', body: '<p>Hi</p>' };
    const [deleted, sent] = await Promise.all([
      secret.delete(`/contacts/${contacts[round]}`),
      secret.post('/v1/send', mail),
      ...batches.map((batch) => notify(setup, batch)),
      ...batches.map((batch) => notify(setup, batch)), // copies
      foldIn(setup),
    ]);
    expect([deleted.status, sent.status]).toEqual([204, 200]);
    if (round === 3) await age(setup, 5);
  }
  await setup.rows('update deliveries set due_at = now() where project_id = $1', [setup.project.id]);
  await setup.idle();
  await foldIn(setup);

  expect(await driftOf(setup)).toEqual([]);
  const [{ n }] = await setup.rows('select count(*)::int as n from emails where project_id = $1', [setup.project.id]);
  expect(await totalOf(setup)).toBe(n);
  expect(await sum(setup, 'now_cancelled')).toBeGreaterThan(0);
  expect(await sum(setup, 'now_failed')).toBeGreaterThan(0);
  expect(await sum(setup, 'delivered', 'slot = 0')).toBeGreaterThan(0);
}, 60_000);

test('a fold changes no sum, leaves the last hour alone, and is the same when repeated', async () => {
  const setup = await deliverySetup();
  await setup.mails(3);
  await age(setup, 3);
  await setup.mails(2);

  await foldIn(setup);
  await foldIn(setup);

  expect(await sum(setup, 'accepted', 'slot = 0')).toBe(3);
  expect(await sum(setup, 'accepted', 'slot <> 0')).toBe(2);
  expect(await totalOf(setup)).toBe(5);
  expect(await driftOf(setup)).toEqual([]);
});

test('mails from before the upgrade are counted in the background while notices about them come', async () => {
  const setup = await deliverySetup();
  const { client, project } = setup;
  const ids = await setup.mails(60);
  await client.query(
    `update emails e set created_at = now() - n * interval '7 minutes', sent_at = now(), status = 'SENT'
       from unnest($1::uuid[]) with ordinality w (id, n) where e.id = w.id`,
    [ids],
  );
  await client.query('delete from deliveries where project_id = $1', [project.id]);
  await client.query('delete from mail_figures where project_id = $1', [project.id]);
  await client.query(`insert into mail_figure_fills values ($1, 'infinity')`, [project.id]);
  const random = randomFrom(3);
  expect(await totalOf(setup)).toBeNull();

  const fill = async (): Promise<void> => {
    for (let isMore = true; isMore; ) {
      const page = sql<{ isMore: boolean }>`select fill_mail_figures(${project.id}, 7) as is_more`;
      isMore = await ctxOf(setup).transaction(async ({ db }) => (await page.execute(db)).rows[0]?.isMore ?? false);
      expect(await driftOf(setup)).toEqual([]);
    }
  };
  const storm = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) {
      await notify(
        setup,
        ids.slice(round * 3, round * 3 + 20).map((id) => noticeOf(id, random)),
      );
    }
  };
  await Promise.all([fill(), storm(), setup.mails(4)]);

  expect(await driftOf(setup)).toEqual([]);
  expect(await totalOf(setup)).toBe(64);
  const hour = 3_600_000;
  const from = new Date(Math.floor(Date.now() / hour) * hour - 12 * hour);
  const to = new Date(from.getTime() + 24 * hour);
  expect(await ctxOf(setup).read((reader) => findMailDrift(reader, { from, to }))).toEqual([]);
});

test('a wrong figure is found', async () => {
  const setup = await deliverySetup();
  await setup.mails(2);
  await setup.rows('update mail_figures set sent = sent + 1, accepted = accepted - 1');

  const found = await driftOf(setup);

  expect(found.map(({ figure, kept, rows }) => [figure, kept, rows])).toEqual([
    ['accepted', 1, 2],
    ['sent', 1, 0],
    ['delivery sent', 0, 1],
  ]);
});

test('the schedule finds projects whose mails are not counted yet', async () => {
  const setup = await deliverySetup();
  await setup.mails(3);
  await setup.rows('delete from mail_figures');
  await setup.rows(`insert into mail_figure_fills values ($1, 'infinity')`, [setup.project.id]);

  await runSchedule(setup.app, 'emails.find-uncounted');
  await setup.app.settle();

  expect(await totalOf(setup)).toBe(3);
});
