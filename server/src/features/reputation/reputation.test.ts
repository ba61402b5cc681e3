import { expect, test } from 'vitest';
import type { EmailId } from '#features/emails';
import { noticeContents, noticesFor, reputationSetup } from '#testing/reputation-setup';

const { send, bounce, transient, complaint } = noticeContents;

test('live mail counts once, whatever the copies; test mail and transient bounces do not (D-1131)', async () => {
  const setup = await reputationSetup();
  const mails = await setup.sent(20);
  const [first, second, third] = mails as [EmailId, EmailId, EmailId];
  await setup.sent(5, { isTest: true });
  await setup.apply(
    ...noticesFor([first, first], bounce),
    ...noticesFor([second], transient),
    ...noticesFor([third], complaint),
  );
  await setup.apply(...noticesFor([first], bounce), ...noticesFor([second], bounce), ...noticesFor(mails, send));
  await setup.apply(...noticesFor([second, third], transient));

  const { status } = await setup.security();

  const expected = { total: 20, bounces: 2, complaints: 1, bounceRate: 10, complaintRate: 5 };
  expect(status).toMatchObject({ twentyFourHour: expected, sevenDay: expected, allTime: expected, isHealthy: true });
});

test('a storm of bounces stops mail at once, with one notice to the team (F27, P12)', async () => {
  const setup = await reputationSetup();
  await setup.app.given.member(setup.project, 'MEMBER');
  const mails = await setup.sent(400);

  for (let from = 0; from < 40; from += 5) {
    await setup.apply(...noticesFor(mails.slice(from, from + 5), bounce));
    await setup.app.settle();
  }

  const { status, levels, paused, suspensions } = await setup.security();
  expect(status).toMatchObject({ isHealthy: false, shouldDisable: true, sevenDay: { bounceRate: 10 } });
  expect(levels).toMatchObject({ bounce7Day: 'critical', complaint7Day: 'healthy' });
  expect(paused).toEqual({ all: expect.any(String), marketing: expect.any(String) });
  expect(
    suspensions.map(({ scope, cause, value, threshold }: Record<string, unknown>) => [scope, cause, value, threshold]),
  ).toEqual([
    ['ALL', 'BOUNCE_RATE', 8.75, 8],
    ['MARKETING', 'BOUNCE_RATE', 5, 5],
  ]);
  const mailsBefore = setup.app.mails.length;
  await setup.notifyTeam();
  await setup.notifyTeam();
  const notices = setup.app.mails.slice(mailsBefore);
  expect(notices.map(({ to, subject }) => [to, subject])).toEqual([
    [setup.project.owner.email, 'Acme: all mail is paused'],
  ]);
});
