import { expect, test } from 'vitest';
import { type MailState, type NoticeContent, noticeSetup } from '#testing/notice-setup';
import type { EmailId } from '../email.ts';
import type { Notice } from './notice.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 2, 0, minute));
const send: NoticeContent = { kind: 'send', at: at(1) };
const delivery: NoticeContent = { kind: 'delivery', at: at(2) };
const open: NoticeContent = { kind: 'open', at: at(3) };
const click: NoticeContent = { kind: 'click', at: at(4), link: 'https://acme.example/a', isFirstOfLink: true };
const bounce: NoticeContent = {
  kind: 'bounce',
  at: at(5),
  bounceType: 'Permanent',
  isAboutAddress: true,
  diagnostic: '550 5.1.1 Nobody',
};
const complaint: NoticeContent = { kind: 'complaint', at: at(6), feedbackType: 'abuse' };

test('a delivery makes one event with the common data of its email; a copy writes nothing', async () => {
  const setup = await noticeSetup();
  const [id] = await one(setup);

  await setup.notify(id, delivery);
  const first = await setup.email(id);
  await setup.notify(id, delivery, delivery);

  expect(first).toMatchObject({ status: 'DELIVERED', delivered_at: at(2), opens: 0, clicks: 0 });
  const again = await setup.client.query('select xmin from emails where id = $1 and updated_at = $2', [
    id,
    first.updated_at,
  ]);
  expect(again.rowCount).toBe(1);
  const events = await setup.app.as(setup.project.secretKey).get('/events');
  expect(events.body.data).toEqual([
    expect.objectContaining({
      name: 'email.delivery',
      emailId: id,
      data: {
        emailId: id,
        recipient: first.recipient,
        subject: 'Hello',
        from: 'hello@acme.example',
        fromName: 'Acme',
        messageId: `<${id}@acme.example>`,
        type: 'TRANSACTIONAL',
        sourceType: 'TRANSACTIONAL',
        templateId: null,
        campaignId: null,
        workflowId: null,
        executionId: null,
        test: false,
        deliveredAt: at(2).toISOString(),
      },
    }),
  ]);
});

test('all orders of send, delivery, open, click, bounce and complaint end in the same record (F26, I7)', async () => {
  const setup = await noticeSetup();
  const orders = permutations([send, delivery, open, click, bounce, complaint]);
  const states: MailState[] = ['sent', 'committing', 'unknown', 'repeating', 'unconfirmed', 'failed'];
  const mails = orders.map((order, mailIndex) => ({ order, state: states[mailIndex % states.length] ?? 'sent' }));
  const ids = new Map<number, EmailId>();
  for (const state of states) {
    const mailIndexes = mails.flatMap((mail, mailIndex) => (mail.state === state ? [mailIndex] : []));
    const made = await setup.mails(mailIndexes.length, state);
    for (const [index, mailIndex] of mailIndexes.entries()) ids.set(mailIndex, made[index] as EmailId);
  }

  for (let step = 0; step < 6; step += 1) {
    const batch = mails.flatMap(({ order }, mailIndex) => {
      const emailId = ids.get(mailIndex) as EmailId;
      const content = order[step] as NoticeContent;
      // Copies of notices of a provider are usual; our own opens and clicks come once each.
      const copies = content.kind === 'open' || content.kind === 'click' ? 1 : 1 + (mailIndex % 3);
      const repeated = Array.from({ length: copies }, () => ({ ...content, emailId }));
      const earlier = order.slice(0, step).filter(({ kind }) => kind !== 'open' && kind !== 'click');
      return mailIndex % 2 === 0 ? repeated : [...repeated, ...earlier.map((old) => ({ ...old, emailId }))];
    });
    expect(await setup.apply(...(batch as Notice[]))).toEqual([]); // notices with their ids
  }

  const { rows } = await setup.client.query(
    `select status, reason, error, delivered_at, clicked_at, bounced_at, complained_at, bounce_type, opens, clicks,
            unconfirmed, opened_at in ($1, $2) as opened, sent_at is not null as sent, attempts, count(*)::int
       from emails group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14`,
    [at(3), at(4)],
  );
  expect(rows).toEqual([
    {
      status: 'COMPLAINED',
      reason: null,
      error: '550 5.1.1 Nobody',
      delivered_at: at(2),
      clicked_at: at(4),
      bounced_at: at(5),
      complained_at: at(6),
      bounce_type: 'Permanent',
      opens: 1,
      clicks: 1,
      unconfirmed: false,
      opened: true,
      sent: true,
      attempts: 1,
      count: 720,
    },
  ]);
  expect((await setup.client.query('select from deliveries')).rowCount).toBe(0);
  const events = await setup.client.query(
    `select name, count(*)::int, count(distinct email_id)::int as emails from events where email_id is not null
      group by name order by name`,
  );
  const each = { count: 720, emails: 720 };
  expect(events.rows).toEqual([
    { name: 'email.bounce', ...each },
    { name: 'email.click', ...each },
    { name: 'email.complaint', ...each },
    { name: 'email.delivery', ...each },
    { name: 'email.open', ...each },
    { name: 'email.sent', count: 480, emails: 480 }, // mails that had been sent before had this event already
  ]);
  const listed = await setup.client.query('select reason, blocks, count(*)::int from suppressions group by 1, 2');
  expect(listed.rows).toEqual([{ reason: 'COMPLAINT', blocks: 'ALL', count: 720 }]);
  const contacts = await setup.client.query('select subscribed, count(*)::int from contacts group by 1');
  expect(contacts.rows).toEqual([{ subscribed: false, count: 720 }]);
  const unsubscribed = await setup.client.query(`select from events where name = 'contact.unsubscribed'`);
  expect(unsubscribed.rowCount).toBe(720);
}, 60_000);

test('one notice a hundred times at once has one effect (F25)', async () => {
  const setup = await noticeSetup();
  const [id] = await one(setup);

  await Promise.all(Array.from({ length: 100 }, () => setup.notify(id, bounce)));

  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED', bounce_type: 'Permanent' });
  expect(await setup.eventsOf(id)).toEqual(['email.bounce']);
  expect((await setup.client.query('select from suppressions')).rowCount).toBe(1);
});

test('proof of a hand-over settles a doubt: the delivery row is deleted, the mail is sent, its attempt confirmed (D-632)', async () => {
  const setup = await noticeSetup();
  for (const state of ['committing', 'unknown', 'repeating'] as const) {
    const [id] = await one(setup, state);

    await setup.notify(id, send);

    expect(await setup.email(id)).toMatchObject({
      status: 'SENT',
      sent_at: at(1),
      attempts: 1,
      duplicate_possible: state === 'repeating',
    });
    expect((await setup.client.query('select from deliveries where id = $1', [id])).rowCount).toBe(0);
    const { rows } = await setup.client.query('select outcome, evidence from delivery_attempts where email_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ outcome: 'ACCEPTED', evidence: 'notice' }]);
    expect(await setup.eventsOf(id)).toEqual(['email.sent']);
  }
});

test.for(['deferred', 'repeat deferred'] as const)(
  'opens and clicks never end a mail that waits for its next attempt (%s); notices of a provider do',
  async (state) => {
    const setup = await noticeSetup();
    for (const contents of [[open], [click], [open, click]]) {
      const [id] = await one(setup, state);
      const before = await setup.email(id);

      expect(await setup.notify(id, ...contents)).toEqual([id]);

      expect(await setup.email(id)).toEqual(before);
      expect((await setup.client.query('select from deliveries where id = $1', [id])).rowCount).toBe(1);
      expect(await setup.eventsOf(id)).toEqual([]);
    }
    for (const content of [send, delivery, bounce, complaint]) {
      const [id] = await one(setup, state);

      expect(await setup.notify(id, content)).toEqual([]);

      expect((await setup.email(id)).sent_at).toBeInstanceOf(Date);
      expect((await setup.client.query('select from deliveries where id = $1', [id])).rowCount).toBe(0);
    }
  },
);

test('a bounced mail shows the text of the most severe bounce, in any order of notices', async () => {
  const setup = await noticeSetup();
  const full: NoticeContent = {
    ...bounce,
    bounceType: 'Transient',
    isAboutAddress: false,
    diagnostic: '452 4.2.2 Full',
  };
  const other: NoticeContent = { ...bounce, diagnostic: '550 5.2.1 Closed' };
  const silent: NoticeContent = { ...full, diagnostic: null };
  const stories: [string | null, NoticeContent[]][] = [
    ['550 5.1.1 Nobody', [bounce]],
    ['452 4.2.2 Full', [full, silent]],
    [null, [silent]],
    ['550 5.1.1 Nobody', [bounce, other, full]],
    ['550 5.1.1 Nobody', [bounce, complaint, delivery, click]],
    ['550 5.1.1 Nobody', [bounce, { kind: 'reject', at: at(2), error: 'Bad content' }]],
  ];
  for (const [error, contents] of stories) {
    for (const order of permutations(contents)) {
      const [apart, together] = await setup.mails(2, order.length % 2 ? 'sent' : 'failed');
      for (const content of order) await setup.notify(apart as EmailId, content);
      await setup.notify(together as EmailId, ...order);
      expect(await setup.email(apart as EmailId)).toMatchObject({ error });
      expect(await setup.email(together as EmailId)).toMatchObject({ error });
    }
  }
});

test('proof of a hand-over lifts a failed mail and confirms one that was taken as sent (D-632)', async () => {
  const setup = await noticeSetup();
  const [failed] = await one(setup, 'failed');
  const [unconfirmed] = await one(setup, 'unconfirmed');

  await setup.notify(failed, send);
  await setup.notify(unconfirmed, delivery);

  expect(await setup.email(failed)).toMatchObject({ status: 'SENT', reason: null, error: null, sent_at: at(1) });
  expect(await setup.eventsOf(failed)).toEqual(['email.sent']);
  expect(await setup.email(unconfirmed)).toMatchObject({ status: 'DELIVERED', unconfirmed: false });
  const { rows } = await setup.client.query('select outcome, evidence from delivery_attempts where email_id = $1', [
    unconfirmed,
  ]);
  expect(rows).toEqual([{ outcome: 'ACCEPTED', evidence: 'notice' }]);
});

test('notices about a mail that waits for its first attempt, about mail of a neighbour or about no mail are returned as unknown', async () => {
  const setup = await noticeSetup();
  const [untried] = await one(setup, 'untried');
  const [mine] = await one(setup);
  const neighbour = await setup.app.given.project();
  await setup.client.query('update emails set project_id = $2 where id = $1', [mine, neighbour.id]);
  const unknownId = '0197f3a2-0000-7000-8000-000000000000' as EmailId;

  const unknown = await setup.apply(
    ...[untried, mine, unknownId].map((emailId) => ({ ...delivery, emailId }) as Notice),
  );

  expect([...unknown].toSorted()).toEqual([untried, mine, unknownId].toSorted());
  expect(await setup.email(untried)).toMatchObject({ status: 'QUEUED', delivered_at: null });
  expect(await setup.email(mine)).toMatchObject({ status: 'SENT' });
  expect((await setup.client.query('select from deliveries where id = $1', [untried])).rowCount).toBe(1);
});

test('a mail that a provider takes and then refuses is failed, whichever notice comes first', async () => {
  const setup = await noticeSetup();
  const reject: NoticeContent = { kind: 'reject', at: at(2), error: 'Bad content' };
  for (const contents of [
    [send, reject],
    [reject, send, reject],
  ]) {
    const [id] = await one(setup, 'unknown');
    for (const content of contents) await setup.notify(id, content);
    expect(await setup.email(id)).toMatchObject({ status: 'FAILED', reason: 'REJECTED', error: 'Bad content' });
    expect(await setup.eventsOf(id)).toEqual(['email.failed', 'email.sent']);
    await setup.notify(id, delivery);
    expect(await setup.email(id)).toMatchObject({ status: 'DELIVERED', reason: null, error: null });
  }
});

type Setup = Awaited<ReturnType<typeof noticeSetup>>;

async function one(setup: Setup, state?: MailState, input?: Parameters<Setup['mails']>[2]): Promise<[EmailId]> {
  const [id] = await setup.mails(1, state, input);
  if (!id) throw new Error('a mail was given');
  return [id];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
