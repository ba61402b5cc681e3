import { expect, test } from 'vitest';
import type { Standing, Word } from '#testing/notice-yard';
import { noticeYard } from '#testing/notice-yard';
import type { EmailId } from '../email.ts';
import type { Notice } from './notice.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 2, 0, minute));
const send: Word = { kind: 'send', at: at(1) };
const delivery: Word = { kind: 'delivery', at: at(2) };
const open: Word = { kind: 'open', at: at(3) };
const click: Word = { kind: 'click', at: at(4), link: 'https://acme.example/a', isFirstOfLink: true };
const bounce: Word = {
  kind: 'bounce',
  at: at(5),
  bounceType: 'Permanent',
  isAboutAddress: true,
  diagnostic: '550 5.1.1 Nobody',
};
const complaint: Word = { kind: 'complaint', at: at(6), feedbackType: 'abuse' };

test('a delivery is told once, with what every event says of its email; a copy writes nothing', async () => {
  const yard = await noticeYard();
  const [id] = await one(yard);

  await yard.tell(id, delivery);
  const first = await yard.email(id);
  await yard.tell(id, delivery, delivery);

  expect(first).toMatchObject({ status: 'DELIVERED', delivered_at: at(2), opens: 0, clicks: 0 });
  const again = await yard.client.query('select xmin from emails where id = $1 and updated_at = $2', [
    id,
    first.updated_at,
  ]);
  expect(again.rowCount).toBe(1);
  const { rows } = await yard.client.query('select name, data from events where email_id = $1', [id]);
  expect(rows).toEqual([
    {
      name: 'email.delivery',
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
    },
  ]);
});

test('F26 I7 all orders of send, delivery, open, click, bounce and complaint end in the same record', async () => {
  const yard = await noticeYard();
  const orders = permutations([send, delivery, open, click, bounce, complaint]);
  const standings: Standing[] = ['sent', 'committing', 'unknown', 'repeating', 'unconfirmed', 'failed'];
  const mails = orders.map((order, place) => ({ order, standing: standings[place % standings.length] ?? 'sent' }));
  const ids = new Map<number, EmailId>();
  for (const standing of standings) {
    const places = mails.flatMap((mail, place) => (mail.standing === standing ? [place] : []));
    const made = await yard.mails(places.length, standing);
    for (const [index, place] of places.entries()) ids.set(place, made[index] as EmailId);
  }

  for (let step = 0; step < 6; step += 1) {
    const batch = mails.flatMap(({ order }, place) => {
      const emailId = ids.get(place) as EmailId;
      const word = order[step] as Word;
      // Copies of what a provider says are usual; our own opens and clicks are told once each.
      const copies = word.kind === 'open' || word.kind === 'click' ? 1 : 1 + (place % 3);
      const said = Array.from({ length: copies }, () => ({ ...word, emailId }));
      const earlier = order.slice(0, step).filter(({ kind }) => kind !== 'open' && kind !== 'click');
      return place % 2 === 0 ? said : [...said, ...earlier.map((old) => ({ ...old, emailId }))];
    });
    expect(await yard.apply(...(batch as Notice[]))).toEqual([]); // words with their ids
  }

  const { rows } = await yard.client.query(
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
  expect((await yard.client.query('select from deliveries')).rowCount).toBe(0);
  const events = await yard.client.query(
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
    { name: 'email.sent', count: 480, emails: 480 }, // those that had been sent before had told of it
  ]);
  const listed = await yard.client.query('select reason, blocks, count(*)::int from suppressions group by 1, 2');
  expect(listed.rows).toEqual([{ reason: 'COMPLAINT', blocks: 'ALL', count: 720 }]);
  const contacts = await yard.client.query('select subscribed, count(*)::int from contacts group by 1');
  expect(contacts.rows).toEqual([{ subscribed: false, count: 720 }]);
  const unsubscribed = await yard.client.query(`select from events where name = 'contact.unsubscribed'`);
  expect(unsubscribed.rowCount).toBe(720);
}, 60_000);

test('F25 one notice a hundred times at once has one effect', async () => {
  const yard = await noticeYard();
  const [id] = await one(yard);

  await Promise.all(Array.from({ length: 100 }, () => yard.tell(id, bounce)));

  expect(await yard.email(id)).toMatchObject({ status: 'BOUNCED', bounce_type: 'Permanent' });
  expect(await yard.eventsOf(id)).toEqual(['email.bounce']);
  expect((await yard.client.query('select from suppressions')).rowCount).toBe(1);
});

test('D-632 proof of a hand-over settles a doubt: the delivery row goes, the mail is sent, its attempt confirmed', async () => {
  const yard = await noticeYard();
  for (const standing of ['committing', 'unknown', 'repeating'] as const) {
    const [id] = await one(yard, standing);

    await yard.tell(id, send);

    expect(await yard.email(id)).toMatchObject({
      status: 'SENT',
      sent_at: at(1),
      attempts: 1,
      duplicate_possible: standing === 'repeating',
    });
    expect((await yard.client.query('select from deliveries where id = $1', [id])).rowCount).toBe(0);
    const { rows } = await yard.client.query('select outcome, evidence from delivery_attempts where email_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ outcome: 'ACCEPTED', evidence: 'notice' }]);
    expect(await yard.eventsOf(id)).toEqual(['email.sent']);
  }
});

test.for(['deferred', 'repeat deferred'] as const)(
  'opens and clicks never end a mail that waits for its next attempt (%s); what a provider says does',
  async (standing) => {
    const yard = await noticeYard();
    for (const words of [[open], [click], [open, click]]) {
      const [id] = await one(yard, standing);
      const before = await yard.email(id);

      expect(await yard.tell(id, ...words)).toEqual([id]);

      expect(await yard.email(id)).toEqual(before);
      expect((await yard.client.query('select from deliveries where id = $1', [id])).rowCount).toBe(1);
      expect(await yard.eventsOf(id)).toEqual([]);
    }
    for (const word of [send, delivery, bounce, complaint]) {
      const [id] = await one(yard, standing);

      expect(await yard.tell(id, word)).toEqual([]);

      expect((await yard.email(id)).sent_at).toBeInstanceOf(Date);
      expect((await yard.client.query('select from deliveries where id = $1', [id])).rowCount).toBe(0);
    }
  },
);

test('a bounced mail says why, in the words of the weightiest bounce and in any order', async () => {
  const yard = await noticeYard();
  const full: Word = { ...bounce, bounceType: 'Transient', isAboutAddress: false, diagnostic: '452 4.2.2 Full' };
  const other: Word = { ...bounce, diagnostic: '550 5.2.1 Closed' };
  const silent: Word = { ...full, diagnostic: null };
  const stories: [string | null, Word[]][] = [
    ['550 5.1.1 Nobody', [bounce]],
    ['452 4.2.2 Full', [full, silent]],
    [null, [silent]],
    ['550 5.1.1 Nobody', [bounce, other, full]],
    ['550 5.1.1 Nobody', [bounce, complaint, delivery, click]],
    ['550 5.1.1 Nobody', [bounce, { kind: 'reject', at: at(2), error: 'Bad content' }]],
  ];
  for (const [error, words] of stories) {
    for (const order of permutations(words)) {
      const [apart, together] = await yard.mails(2, order.length % 2 ? 'sent' : 'failed');
      for (const word of order) await yard.tell(apart as EmailId, word);
      await yard.tell(together as EmailId, ...order);
      expect(await yard.email(apart as EmailId)).toMatchObject({ error });
      expect(await yard.email(together as EmailId)).toMatchObject({ error });
    }
  }
});

test('D-632 proof of a hand-over lifts a failed mail and confirms one that was taken as sent', async () => {
  const yard = await noticeYard();
  const [failed] = await one(yard, 'failed');
  const [unconfirmed] = await one(yard, 'unconfirmed');

  await yard.tell(failed, send);
  await yard.tell(unconfirmed, delivery);

  expect(await yard.email(failed)).toMatchObject({ status: 'SENT', reason: null, error: null, sent_at: at(1) });
  expect(await yard.eventsOf(failed)).toEqual(['email.sent']);
  expect(await yard.email(unconfirmed)).toMatchObject({ status: 'DELIVERED', unconfirmed: false });
  const { rows } = await yard.client.query('select outcome, evidence from delivery_attempts where email_id = $1', [
    unconfirmed,
  ]);
  expect(rows).toEqual([{ outcome: 'ACCEPTED', evidence: 'notice' }]);
});

test('what is said of a mail that waits for its first attempt, of a neighbour or of nobody is answered as unknown', async () => {
  const yard = await noticeYard();
  const [untried] = await one(yard, 'untried');
  const [mine] = await one(yard);
  const neighbour = await yard.app.given.project();
  await yard.client.query('update emails set project_id = $2 where id = $1', [mine, neighbour.id]);
  const nobody = '0197f3a2-0000-7000-8000-000000000000' as EmailId;

  const unknown = await yard.apply(...[untried, mine, nobody].map((emailId) => ({ ...delivery, emailId }) as Notice));

  expect([...unknown].toSorted()).toEqual([untried, mine, nobody].toSorted());
  expect(await yard.email(untried)).toMatchObject({ status: 'QUEUED', delivered_at: null });
  expect(await yard.email(mine)).toMatchObject({ status: 'SENT' });
  expect((await yard.client.query('select from deliveries where id = $1', [untried])).rowCount).toBe(1);
});

test('a provider that takes a mail and then refuses it fails it, whichever of the two is heard first', async () => {
  const yard = await noticeYard();
  const reject: Word = { kind: 'reject', at: at(2), error: 'Bad content' };
  for (const words of [
    [send, reject],
    [reject, send, reject],
  ]) {
    const [id] = await one(yard, 'unknown');
    for (const word of words) await yard.tell(id, word);
    expect(await yard.email(id)).toMatchObject({ status: 'FAILED', reason: 'REJECTED', error: 'Bad content' });
    expect(await yard.eventsOf(id)).toEqual(['email.failed', 'email.sent']);
    await yard.tell(id, delivery);
    expect(await yard.email(id)).toMatchObject({ status: 'DELIVERED', reason: null, error: null });
  }
});

type Yard = Awaited<ReturnType<typeof noticeYard>>;

async function one(yard: Yard, standing?: Standing, wish?: Parameters<Yard['mails']>[2]): Promise<[EmailId]> {
  const [id] = await yard.mails(1, standing, wish);
  if (!id) throw new Error('a mail was given');
  return [id];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}
