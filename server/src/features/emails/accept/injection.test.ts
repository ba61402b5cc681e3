import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { headerFieldsOf, messageProblems } from '#pure/message';
import { deliverySetup } from '#testing/delivery-setup';

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

test('for any text, name and file in a request one message is sent, with exactly the expected headers (T13, T15)', async () => {
  const setup = await deliverySetup();
  await setup.client.query("update projects set mode = 'live'");
  const client = setup.app.as(setup.project.secretKey);
  const inputs = fc.sample(
    fc.record({ subject: nasty, name: nasty, file: nasty, id: nasty, body: nasty, order: nasty }),
    {
      seed: 20261115,
      numRuns: 60,
    },
  );
  let accepted = 0;
  for (const [index, input] of inputs.entries()) {
    const to = `person-${index}@example.com`;
    const mail = (strict: boolean) => ({
      to: { email: to, name: strict ? 'Ann' : input.name },
      from: { email: 'a@acme.example', name: strict ? 'Acme' : input.name },
      reply: 'r@example.org',
      subject: 'S {{subject}}',
      body: '<p>{{body}}</p>{{ body | raw }}',
      data: { subject: { value: input.subject, persistent: false }, body: { value: input.body, persistent: false } },
      headers: { 'X-Order': strict ? '1' : input.order },
      attachments: [
        {
          filename: strict ? 'a.txt' : input.file,
          content: 'aGVsbG8=',
          contentType: 'text/plain',
          contentId: strict ? 'a' : input.id,
        },
      ],
    });
    // Odd values in fields are refused; odd values in variables are cleaned.
    const outright = await client.post('/v1/send', mail(false));
    expect([200, 422]).toContain(outright.status);
    if (outright.status === 422) expect((await client.post('/v1/send', mail(true))).status).toBe(200);
    accepted += 1;
  }
  setup.work();
  await setup.idle();

  const { rows: lost } = await setup.client.query("select reason, error from emails where status <> 'SENT'");
  expect(lost).toEqual([]);
  expect(setup.relay.received).toHaveLength(accepted);
  for (const { to, message } of setup.relay.received) {
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
