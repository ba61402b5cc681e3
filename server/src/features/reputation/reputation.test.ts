import { expect, test } from 'vitest';
import type { EmailId, Notice } from '#features/emails';
import type { NoticeYard, Word } from '#testing/notice-yard';
import { noticeYard } from '#testing/notice-yard';

/*
 * Mails are given as under way, so that a notice hands them over and they count as sent; what is said of them goes
 * through applyNotices, as notices of a provider do.
 */
const send: Word = { kind: 'send', at: new Date() };
const bounce: Word = {
  kind: 'bounce',
  at: new Date(),
  bounceType: 'Permanent',
  isAboutAddress: true,
  diagnostic: null,
};
const transient: Word = { ...bounce, bounceType: 'Transient', isAboutAddress: false };
const complaint: Word = { kind: 'complaint', at: new Date(), feedbackType: 'abuse' };

const about = (ids: readonly EmailId[], word: Word): Notice[] => ids.map((emailId) => ({ ...word, emailId }) as Notice); // a word with its id

async function yardOf(days = 100): Promise<NoticeYard> {
  const yard = await noticeYard();
  await yard.client.query(`update projects set created_at = now() - $1 * interval '1 day'`, [days]);
  return yard;
}

/** Mails that were handed over, and count. */
async function sent(yard: NoticeYard, count: number, wish = {}): Promise<EmailId[]> {
  const ids = await yard.mails(count, 'unknown', wish);
  await yard.apply(...about(ids, send));
  return ids;
}

const security = async (yard: NoticeYard) =>
  (await yard.project.owner.client.get(`/projects/${yard.project.id}/security`)).body;

/** The half minute before the team is told passes. */
async function tell({ app, client }: NoticeYard): Promise<void> {
  await app.settle();
  await client.query(`update queue.job set start_after = now() where state = 'created'`);
  await app.settle();
}

test('a new project is healthy, and says by which lines it is measured', async () => {
  const yard = await noticeYard();
  const nothing = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 };

  const { owner, id } = yard.project;
  const replies = [
    await owner.client.get(`/projects/${id}/security`),
    await owner.client.get(`/users/@me/projects/${id}/security`),
  ];

  for (const { status, body } of replies) {
    expect(status).toBe(200);
    expect(body).toEqual({
      status: {
        projectId: id,
        isHealthy: true,
        shouldDisable: false,
        isNewProject: true,
        twentyFourHour: nothing,
        sevenDay: nothing,
        allTime: nothing,
        violations: [],
        warnings: [],
      },
      levels: {
        bounce7Day: 'healthy',
        bounceAllTime: 'healthy',
        complaint7Day: 'healthy',
        complaintAllTime: 'healthy',
      },
      isDisabled: false,
      paused: { all: null, marketing: null },
      suspensions: [],
      thresholds: {
        bounce: { warn: 4, pauseMarketing: 5, pauseAll: 8 },
        complaint: { warn: 0.08, pauseMarketing: 0.1, pauseAll: 0.3 },
        minimum: { sent: 200, bounces: 10, complaints: 3 },
        newProject: { days: 30, bounces24h: 25, complaints24h: 5 },
      },
    });
  }
});

test('live mail counts once, whatever the copies; test mail and transient bounces do not', async () => {
  const yard = await yardOf();
  const mails = await sent(yard, 20);
  const [first, second, third] = mails as [EmailId, EmailId, EmailId];
  await sent(yard, 5, { isTest: true });
  await yard.apply(...about([first, first], bounce), ...about([second], transient), ...about([third], complaint));
  await yard.apply(...about([first], bounce), ...about([second], bounce), ...about(mails, send));
  await yard.apply(...about([second, third], transient));

  const { status } = await security(yard);

  const expected = { total: 20, bounces: 2, complaints: 1, bounceRate: 10, complaintRate: 5 };
  expect(status).toMatchObject({ twentyFourHour: expected, sevenDay: expected, allTime: expected, isHealthy: true });
});

test('F27 P12 a storm of bounces stops mail at once, with one notice to the team', async () => {
  const yard = await yardOf();
  await yard.app.given.member(yard.project, 'MEMBER');
  const mails = await sent(yard, 400);

  for (let from = 0; from < 40; from += 5) {
    await yard.apply(...about(mails.slice(from, from + 5), bounce));
    await yard.app.settle();
  }

  const { status, levels, paused, suspensions } = await security(yard);
  expect(status).toMatchObject({ isHealthy: false, shouldDisable: true, sevenDay: { bounceRate: 10 } });
  expect(levels).toMatchObject({ bounce7Day: 'critical', complaint7Day: 'healthy' });
  expect(paused).toEqual({ all: expect.any(String), marketing: expect.any(String) });
  expect(
    suspensions.map(({ scope, cause, value, threshold }: Record<string, unknown>) => [scope, cause, value, threshold]),
  ).toEqual([
    ['ALL', 'BOUNCE_RATE', 8.75, 8],
    ['MARKETING', 'BOUNCE_RATE', 5, 5],
  ]);
  const mailsBefore = yard.app.mails.length;
  await tell(yard);
  await tell(yard);
  const told = yard.app.mails.slice(mailsBefore);
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    [yard.project.owner.email, 'Acme: all mail is paused'],
  ]);
});
