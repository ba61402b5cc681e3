import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import { givenContact } from '#testing/given-mail';
import type { EmailId } from '../email.ts';
import { applyNotices } from './apply-notices.ts';
import type { Notice } from './notice.ts';

type Word = Pick<Notice, 'kind'> & Record<string, unknown>;

const words: Record<string, readonly Word[]> = {
  'a delivery': [{ kind: 'delivery' }],
  'a send': [{ kind: 'send' }],
  'a bounce and a complaint': [
    { kind: 'bounce', bounceType: 'Transient', isAboutAddress: false, diagnostic: null },
    { kind: 'complaint', feedbackType: null },
  ],
};

test.for(Object.entries(words))('F26 %s that comes before our own result leads to the same end', async ([, said]) => {
  const yard = await deliveryYard();
  yard.relay.script = { dot: { afterMs: 1_200, reply: '250 2.0.0 Ok: queued as LATE1' } };
  const early = await mailTo(yard, 'early@example.com');
  yard.work();
  await yard.until(early, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  await tell(yard, early, said);
  expect((await yard.look(early)).delivery).toBeUndefined();
  await yard.until(early, ({ attempts }) => expect(attempts).toMatchObject([{ smtp_code: 250, outcome: 'ACCEPTED' }]));

  yard.relay.script = {};
  const later = await mailTo(yard, 'later@example.com');
  await yard.idle();
  await tell(yard, later, said);

  expect(yard.relay.received).toHaveLength(2);
  const [first, second] = [await endOf(yard, early), await endOf(yard, later)];
  expect(first).toEqual(second);
  expect(first.events).toContain('email.sent');
});

test('3.6 a notice ends the doubt about a mail whose worker died: it is not sent once more', async () => {
  const yard = await deliveryYard();
  const id = await mailTo(yard, 'ada@example.com');
  await yard.client.query(
    `update deliveries set phase = 'UNKNOWN', attempt = 1, unknown_at = now(), due_at = now() + interval '2 seconds'
      where id = $1`,
    [id],
  );
  yard.work();

  await tell(yard, id, [{ kind: 'send' }]);
  await new Promise((resolve) => setTimeout(resolve, 3_000));

  expect(yard.relay.received).toHaveLength(0);
  expect(await yard.look(id)).toMatchObject({
    email: { status: 'SENT', duplicate_possible: false, unconfirmed: false, attempts: 1 },
    attempts: [{ outcome: 'ACCEPTED', evidence: 'notice' }],
  });
});

async function mailTo(yard: DeliveryYard, recipient: string): Promise<EmailId> {
  const contactId = await givenContact(yard.client, yard.project.id, recipient);
  const [id] = await yard.mails(1, { recipient, contactId });
  if (!id) throw new Error('a mail was given');
  return id as EmailId; // the table's ids are emails
}

const tell = (yard: DeliveryYard, emailId: EmailId, said: readonly Word[]) =>
  projectContext(yard.app.app.cellar, yard.project.id).transaction((tx) =>
    applyNotices(
      tx,
      said.map((word) => ({ ...word, emailId, at: new Date() }) as Notice), // words of the table above
    ),
  );

/** What a reader of the record would tell apart, without ids and times. */
async function endOf({ look, client }: DeliveryYard, id: string) {
  const { email, delivery, attempts } = await look(id);
  const { rows } = await client.query('select name from events where email_id = $1 order by name', [id]);
  const times = ['sent_at', 'delivered_at', 'opened_at', 'clicked_at', 'bounced_at', 'complained_at'];
  return {
    columns: ['status', 'reason', 'error', 'attempts', 'bounce_type', 'unconfirmed', 'duplicate_possible'].map(
      (name) => email[name],
    ),
    times: times.filter((name) => email[name] !== null),
    delivery,
    attempts: attempts.map(({ attempt, outcome }) => ({ attempt, outcome })),
    events: rows.map(({ name }) => String(name)),
  };
}
