import { expect, test } from 'vitest';
import type { EmailId } from '#features/emails';
import { about, reputationYard, words } from '#testing/reputation-yard';

const { send, bounce, transient, complaint } = words;

test('P12 a new project is stopped by plain counts, an old one is not', async () => {
  for (const [days, all] of [
    [29, expect.any(String)],
    [31, null],
  ] as const) {
    const yard = await reputationYard(days);
    const mails = await yard.sent(40);
    await yard.apply(...about(mails.slice(0, 24), bounce), ...about(mails.slice(24, 28), complaint));
    await yard.app.settle();
    expect((await yard.security()).paused).toEqual({ all: null, marketing: null });

    await yard.apply(...about(mails.slice(28, 29), bounce));
    await yard.app.settle();

    expect((await yard.security()).paused).toEqual({ all, marketing: null });
  }
});

test('a minimum that mail handed over completes is noticed as well, within a minute', async () => {
  const yard = await reputationYard(100);
  const mails = await yard.sent(100);
  await yard.apply(...about(mails.slice(0, 11), bounce));
  await yard.app.settle();
  const early = (await yard.security()).paused;

  await yard.sent(100);
  const { rows } = await yard.client.query(
    `select extract(epoch from start_after - now())::int as seconds from queue.job where name = 'reputation.check' and state = 'created'`,
  );
  await yard.tellTeam();

  expect(early).toEqual({ all: null, marketing: null });
  expect(rows).toHaveLength(1);
  expect(rows[0].seconds).toBeLessThanOrEqual(30);
  expect((await yard.security()).paused.marketing).toEqual(expect.any(String));
});

test('a warning is given once in seven days, a pause once for each round', async () => {
  const yard = await reputationYard(100);
  const { owner, id } = yard.project;
  const mails = await yard.sent(300);
  const subjects = () => yard.app.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  await yard.apply(...about(mails.slice(0, 13), bounce));
  await yard.tellTeam();
  await yard.apply(...about(mails.slice(13, 14), bounce));
  await yard.tellTeam();
  expect(subjects()).toEqual(['Acme: too much mail comes back']);
  await yard.apply(...about(mails.slice(14, 15), bounce));
  await yard.tellTeam();
  await yard.tellTeam();
  expect(subjects()).toEqual(['Acme: too much mail comes back', 'Acme: marketing mail is paused']);

  await owner.client.post(`/projects/${id}/resume`, { scope: 'MARKETING', acknowledge: true });
  const more = await yard.sent(200);
  await yard.apply(...about(more.slice(0, 8), bounce));
  await yard.tellTeam();
  expect(subjects()).toHaveLength(2);
  await yard.apply(...about(more.slice(8, 11), bounce));
  await yard.tellTeam();

  expect(subjects().slice(2)).toEqual(['Acme: marketing mail is paused']);
});

test('P12 a check that fails holds marketing mail, and the next one that works lifts that by itself', async () => {
  const yard = await reputationYard(100);
  const mails = await yard.sent(20);
  const suspensions = async () => (await yard.security()).suspensions as Record<string, unknown>[];

  await yard.client.query('alter table reputation_states add constraint broken check (folded_at is null) not valid');
  await yard.apply(...about(mails.slice(0, 1), bounce));
  await yard.app.settle();
  const failed = await yard.security();
  await yard.client.query('alter table reputation_states drop constraint broken');
  await yard.client.query(`update queue.job set start_after = now() where state = 'retry'`);
  await yard.app.settle();

  expect(failed.paused).toEqual({ all: null, marketing: expect.any(String) });
  expect(failed.suspensions).toMatchObject([{ scope: 'MARKETING', cause: 'CHECK_FAILED', value: null, endedAt: null }]);
  expect((await yard.security()).paused).toEqual({ all: null, marketing: null });
  expect(await suspensions()).toMatchObject([{ cause: 'CHECK_FAILED', endedAt: expect.any(String), endedBy: null }]);
});

test('figures equal the records after random notices with copies, folded or not', async () => {
  const yard = await reputationYard(100);
  const ids = [...(await yard.mails(60, 'unknown')), ...(await yard.mails(40, 'failed'))];
  const words = [send, send, bounce, transient, complaint];
  for (let round = 0; round < 12; round += 1) {
    const batch = Array.from({ length: 50 }, () => ids[Math.floor(Math.random() * ids.length)] as EmailId);
    const said = batch.flatMap((id) => about([id, id], words[Math.floor(Math.random() * words.length)] ?? send));
    await Promise.all([yard.apply(...said), yard.apply(...said.toReversed().slice(0, 30))]);
  }
  const { rows } = await yard.client.query(
    `select count(*) filter (where sent_at is not null)::int as total,
            count(*) filter (where bounce_type = 'Permanent')::int as bounces,
            count(*) filter (where complained_at is not null)::int as complaints from emails`,
  );
  const before = (await yard.security()).status;
  await yard.client.query(`update reputation_counts set hour = hour - interval '9 days'`);
  await yard.client.query(`update reputation_states set folded_at = null`);
  await yard.apply(...about(await yard.sent(1), bounce));
  await yard.app.settle();

  const after = (await yard.security()).status;
  const folded = await yard.client.query(`select count(*)::int as rows from reputation_counts where scope = 'project'`);
  expect(before.sevenDay).toMatchObject(rows[0]);
  expect(before.allTime).toMatchObject(rows[0]);
  expect(after.sevenDay).toMatchObject({ total: 1, bounces: 1, complaints: 0 });
  expect(after.allTime).toMatchObject({ total: rows[0].total + 1, bounces: rows[0].bounces + 1 });
  expect(folded.rows[0].rows).toBeLessThanOrEqual(3);
});
