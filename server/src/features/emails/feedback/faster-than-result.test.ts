import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { heldReply } from '#testing/scripted-smtp';
import type { EmailId } from '../email.ts';
import { applyNotices } from './apply-notices.ts';
import type { Notice } from './notice.ts';

type NoticeInput = Pick<Notice, 'kind'> & Record<string, unknown>;

const cases: Record<string, readonly NoticeInput[]> = {
  'a delivery': [{ kind: 'delivery' }],
  'a send': [{ kind: 'send' }],
  'a bounce and a complaint': [
    { kind: 'bounce', bounceType: 'Transient', isAboutAddress: false, diagnostic: null },
    { kind: 'complaint', feedbackType: null },
  ],
};

test.for(Object.entries(cases))(
  '%s that comes before our own result leads to the same state (F26)',
  async ([, inputs]) => {
    const setup = await deliverySetup();
    const answer = heldReply('250 2.0.0 Ok: queued as LATE1');
    setup.relay.script = { dot: answer.act };
    const early = await mailTo(setup, 'early@example.com');
    setup.work();
    await setup.until(early, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
    await notify(setup, early, inputs);
    expect((await setup.stateOf(early)).delivery).toBeUndefined();
    answer.release();
    await setup.until(early, ({ attempts }) =>
      expect(attempts).toMatchObject([{ smtp_code: 250, outcome: 'ACCEPTED' }]),
    );

    setup.relay.script = {};
    const later = await mailTo(setup, 'later@example.com');
    await setup.idle();
    await notify(setup, later, inputs);

    expect(setup.relay.received).toHaveLength(2);
    const [first, second] = [await endOf(setup, early), await endOf(setup, later)];
    expect(first).toEqual(second);
    expect(first.events).toContain('email.sent');
  },
);

test('a notice ends the doubt about a mail whose worker died: it is not sent once more (promises 3.6)', async () => {
  const setup = await deliverySetup();
  const id = await mailTo(setup, 'ada@example.com');
  await setup.client.query(
    `update deliveries set phase = 'UNKNOWN', attempt = 1, unknown_at = now(), due_at = now() + interval '2 seconds'
      where id = $1`,
    [id],
  );
  setup.work();

  await notify(setup, id, [{ kind: 'send' }]);
  await new Promise((resolve) => setTimeout(resolve, 3_000));

  expect(setup.relay.received).toHaveLength(0);
  expect(await setup.stateOf(id)).toMatchObject({
    email: { status: 'SENT', duplicate_possible: false, unconfirmed: false, attempts: 1 },
    attempts: [{ outcome: 'ACCEPTED', evidence: 'notice' }],
  });
});

async function mailTo(setup: DeliverySetup, recipient: string): Promise<EmailId> {
  const contactId = await givenContact(setup.client, setup.project.id, recipient);
  const [id] = await setup.mails(1, { recipient, contactId });
  if (!id) throw new Error('a mail was given');
  return id as EmailId; // the table's ids are emails
}

const notify = (setup: DeliverySetup, emailId: EmailId, inputs: readonly NoticeInput[]) =>
  projectContext(setup.app.app.services, setup.project.id).transaction((tx) =>
    applyNotices(
      tx,
      inputs.map((input) => ({ ...input, emailId, at: new Date() }) as Notice), // entries of the table above
    ),
  );

/** The state that a reader of the record sees, without ids and times. */
async function endOf({ stateOf, client }: DeliverySetup, id: string) {
  const { email, delivery, attempts } = await stateOf(id);
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
