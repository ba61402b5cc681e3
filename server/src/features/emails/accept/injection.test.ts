import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { headerFieldsOf, messageProblems } from '#pure/message';
import { deliveryYard } from '#testing/delivery-yard';

/** Texts that would end a header, begin another one, end the message, or be read as something else. */
const nasty = fc.oneof(
  fc.constantFrom(
    'a\r\nBcc: victim@example.org',
    'a\nX-Evil: 1',
    'a\r\n\r\n<script>',
    '\r\n.\r\nMAIL FROM:<x@example.org>\r\n',
    'a\u2028Bcc: b@example.org',
    '=?utf-8?q?=0D=0ABcc:_x@example.org?=',
    'x'.repeat(1_200),
    '",\r\n <victim@example.org>',
    'é'.repeat(400),
    '.',
    '\u0085X-Evil: 1',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const expected = [
  'content-type',
  'date',
  'dkim-signature',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-order',
  'x-postrider-attempt',
];

test('T13 T15 whatever callers put into their texts, names and files, one message leaves, with the headers it should have', async () => {
  const yard = await deliveryYard();
  await yard.client.query("update projects set mode = 'live'");
  const client = yard.app.as(yard.project.secretKey);
  const wishes = fc.sample(
    fc.record({ subject: nasty, name: nasty, file: nasty, id: nasty, body: nasty, order: nasty }),
    {
      seed: 20261115,
      numRuns: 60,
    },
  );
  let accepted = 0;
  for (const [place, wish] of wishes.entries()) {
    const to = `person-${place}@example.com`;
    const mail = (strict: boolean) => ({
      to: { email: to, name: strict ? 'Ann' : wish.name },
      from: { email: 'a@acme.example', name: strict ? 'Acme' : wish.name },
      reply: 'r@example.org',
      subject: 'S {{subject}}',
      body: '<p>{{body}}</p>{{ body | raw }}',
      data: { subject: { value: wish.subject, persistent: false }, body: { value: wish.body, persistent: false } },
      headers: { 'X-Order': strict ? '1' : wish.order },
      attachments: [
        {
          filename: strict ? 'a.txt' : wish.file,
          content: 'aGVsbG8=',
          contentType: 'text/plain',
          contentId: strict ? 'a' : wish.id,
        },
      ],
    });
    // What the caller says outright is refused where it is odd; what comes in by variables is cleaned.
    const outright = await client.post('/v1/send', mail(false));
    expect([200, 422]).toContain(outright.status);
    if (outright.status === 422) expect((await client.post('/v1/send', mail(true))).status).toBe(200);
    accepted += 1;
  }
  yard.work();
  await yard.idle();

  const { rows: lost } = await yard.client.query("select reason, error from emails where status <> 'SENT'");
  expect(lost).toEqual([]);
  expect(yard.relay.received).toHaveLength(accepted);
  for (const { to, message } of yard.relay.received) {
    expect(to).toHaveLength(1);
    expect(messageProblems(message, to[0] ?? '')).toEqual([]);
    const fields = headerFieldsOf(message.subarray(0, message.indexOf('\r\n\r\n') + 2));
    if (typeof fields === 'string') throw new Error(fields);
    expect(fields.map(({ name }) => name.toLowerCase()).toSorted()).toEqual(expected);
    const parsed = await PostalMime.parse(message);
    expect(parsed.to?.map(({ address }) => address)).toEqual(to);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.attachments).toHaveLength(1);
  }
});
