import { expect, test } from 'vitest';
import type { EmailId } from '#features/emails';
import { noticeYard } from '#testing/notice-yard';
import { about, reputationYard, words } from '#testing/reputation-yard';

const { send, bounce, transient, complaint } = words;

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
  const yard = await reputationYard();
  const mails = await yard.sent(20);
  const [first, second, third] = mails as [EmailId, EmailId, EmailId];
  await yard.sent(5, { isTest: true });
  await yard.apply(...about([first, first], bounce), ...about([second], transient), ...about([third], complaint));
  await yard.apply(...about([first], bounce), ...about([second], bounce), ...about(mails, send));
  await yard.apply(...about([second, third], transient));

  const { status } = await yard.security();

  const expected = { total: 20, bounces: 2, complaints: 1, bounceRate: 10, complaintRate: 5 };
  expect(status).toMatchObject({ twentyFourHour: expected, sevenDay: expected, allTime: expected, isHealthy: true });
});

test('F27 P12 a storm of bounces stops mail at once, with one notice to the team', async () => {
  const yard = await reputationYard();
  await yard.app.given.member(yard.project, 'MEMBER');
  const mails = await yard.sent(400);

  for (let from = 0; from < 40; from += 5) {
    await yard.apply(...about(mails.slice(from, from + 5), bounce));
    await yard.app.settle();
  }

  const { status, levels, paused, suspensions } = await yard.security();
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
  await yard.tellTeam();
  await yard.tellTeam();
  const told = yard.app.mails.slice(mailsBefore);
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    [yard.project.owner.email, 'Acme: all mail is paused'],
  ]);
});
