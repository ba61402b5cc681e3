import { expect, test } from 'vitest';
import type { EmailId } from '#features/emails';
import { noticeContents, noticesFor, reputationSetup } from '#testing/reputation-setup';

const { send, bounce, transient, complaint } = noticeContents;

test('a new project is stopped by absolute counts, an old one is not (P12, D-1132)', async () => {
  for (const [days, all] of [
    [29, expect.any(String)],
    [31, null],
  ] as const) {
    const setup = await reputationSetup(days);
    const mails = await setup.sent(40);
    await setup.apply(...noticesFor(mails.slice(0, 24), bounce), ...noticesFor(mails.slice(24, 28), complaint));
    await setup.app.settle();
    expect((await setup.security()).paused).toEqual({ all: null, marketing: null });

    await setup.apply(...noticesFor(mails.slice(28, 29), bounce));
    await setup.app.settle();

    const { paused, status } = await setup.security();
    expect(paused).toEqual({ all, marketing: null });
    const ofCounts = { metric: 'bounceCount', window: 'twentyFourHour', value: 25, threshold: 25 };
    expect(status.violations).toEqual(all === null ? [] : [ofCounts]);
    expect(status.isHealthy).toBe(all === null);
    expect(status.shouldDisable).toBe(all !== null);
  }
});

test('a minimum that is completed by mail handed over is checked as well, within a minute', async () => {
  const setup = await reputationSetup(100);
  const mails = await setup.sent(100);
  await setup.apply(...noticesFor(mails.slice(0, 11), bounce));
  await setup.app.settle();
  const before = (await setup.security()).paused;

  await setup.sent(100);
  const { rows } = await setup.client.query(
    `select extract(epoch from start_after - now())::int as seconds from queue.job where name = 'reputation.check' and state = 'created'`,
  );
  await setup.notifyTeam();

  expect(before).toEqual({ all: null, marketing: null });
  expect(rows).toHaveLength(1);
  expect(rows[0].seconds).toBeLessThanOrEqual(30);
  expect((await setup.security()).paused.marketing).toEqual(expect.any(String));
});

test('a warning is given once in seven days, a pause once for each round', async () => {
  const setup = await reputationSetup(100);
  const { owner, id } = setup.project;
  const mails = await setup.sent(300);
  const subjects = () => setup.app.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  await setup.apply(...noticesFor(mails.slice(0, 13), bounce));
  await setup.notifyTeam();
  await setup.apply(...noticesFor(mails.slice(13, 14), bounce));
  await setup.notifyTeam();
  expect(subjects()).toEqual(['Acme: too much mail comes back']);
  await setup.apply(...noticesFor(mails.slice(14, 15), bounce));
  await setup.notifyTeam();
  await setup.notifyTeam();
  expect(subjects()).toEqual(['Acme: too much mail comes back', 'Acme: marketing mail is paused']);

  await owner.client.post(`/projects/${id}/resume`, { scope: 'MARKETING', acknowledge: true });
  const more = await setup.sent(200);
  await setup.apply(...noticesFor(more.slice(0, 8), bounce));
  await setup.notifyTeam();
  expect(subjects()).toHaveLength(2);
  await setup.apply(...noticesFor(more.slice(8, 11), bounce));
  await setup.notifyTeam();

  expect(subjects().slice(2)).toEqual(['Acme: marketing mail is paused']);
});

test('a check that fails holds marketing mail, and the next one that works lifts that by itself (P12)', async () => {
  const setup = await reputationSetup(100);
  const mails = await setup.sent(20);
  const suspensions = async () => (await setup.security()).suspensions as Record<string, unknown>[];

  await setup.client.query('alter table reputation_states add constraint broken check (folded_at is null) not valid');
  await setup.apply(...noticesFor(mails.slice(0, 1), bounce));
  await setup.app.settle();
  const failed = await setup.security();
  await setup.client.query('alter table reputation_states drop constraint broken');
  await setup.client.query(`update queue.job set start_after = now() where state = 'retry'`);
  await setup.app.settle();

  expect(failed.paused).toEqual({ all: null, marketing: expect.any(String) });
  expect(failed.suspensions).toMatchObject([{ scope: 'MARKETING', cause: 'CHECK_FAILED', value: null, endedAt: null }]);
  expect((await setup.security()).paused).toEqual({ all: null, marketing: null });
  expect(await suspensions()).toMatchObject([{ cause: 'CHECK_FAILED', endedAt: expect.any(String), endedBy: null }]);
});

test('counts equal the records after random notices with copies, folded or not (D-1131)', async () => {
  const setup = await reputationSetup(100);
  const ids = [...(await setup.mails(60, 'unknown')), ...(await setup.mails(40, 'failed'))];
  const noticeContents = [send, send, bounce, transient, complaint];
  for (let round = 0; round < 12; round += 1) {
    const batch = Array.from({ length: 50 }, () => ids[Math.floor(Math.random() * ids.length)] as EmailId);
    const notices = batch.flatMap((id) =>
      noticesFor([id, id], noticeContents[Math.floor(Math.random() * noticeContents.length)] ?? send),
    );
    await Promise.all([setup.apply(...notices), setup.apply(...notices.toReversed().slice(0, 30))]);
  }
  const { rows } = await setup.client.query(
    `select count(*) filter (where sent_at is not null)::int as total,
            count(*) filter (where bounce_type = 'Permanent')::int as bounces,
            count(*) filter (where complained_at is not null)::int as complaints from emails`,
  );
  const before = (await setup.security()).status;
  await setup.client.query(`update reputation_counts set hour = hour - interval '9 days'`);
  await setup.client.query(`update reputation_states set folded_at = null`);
  await setup.apply(...noticesFor(await setup.sent(1), bounce));
  await setup.app.settle();

  const after = (await setup.security()).status;
  const folded = await setup.client.query(
    `select count(*)::int as rows from reputation_counts where scope = 'project'`,
  );
  expect(before.sevenDay).toMatchObject(rows[0]);
  expect(before.allTime).toMatchObject(rows[0]);
  expect(after.sevenDay).toMatchObject({ total: 1, bounces: 1, complaints: 0 });
  expect(after.allTime).toMatchObject({ total: rows[0].total + 1, bounces: rows[0].bounces + 1 });
  expect(folded.rows[0].rows).toBeLessThanOrEqual(3);
});
