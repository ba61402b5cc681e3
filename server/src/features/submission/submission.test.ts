import { createHash, randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deliveries } from '#features/emails';
import type { GivenProject } from '#testing/given';
import { givenSender } from '#testing/given-mail';
import { openSubmissionSetup, type SubmissionSetup, submit } from '#testing/submission-setup';
import { until } from '#testing/until';

const sender = 'App <hello@postrider.test>';

let setup: SubmissionSetup;
beforeAll(async () => {
  setup = await openSubmissionSetup(inject('templateDatabase'), {}, { spools: [deliveries] });
});
afterAll(() => setup.close());

const program = ({ secretKey: key }: Pick<GivenProject, 'secretKey'>) => ({ port: setup.port, key });

/** The one captured mail to an address, with its message. */
async function captured(project: GivenProject, to: string) {
  const client = setup.as(project.secretKey);
  const wait = await client.get(`/inbox/wait?timeout=30&to=${to}`);
  expect(wait.status).toBe(200);
  const { text: raw } = await client.get(`/inbox/${wait.body.id}/raw`);
  return { email: wait.body, message: await PostalMime.parse(raw) };
}

test('a mail is sent as POST /v1/send would, on both ports, and is in the dev inbox with the same rows (D-684, D-689)', async () => {
  const project = await setup.given.project();
  const mail = {
    from: sender,
    to: 'Ada <ada@example.com>',
    subject: 'Grüße',
    html: '<p>Hello <b>Ada</b></p>',
    text: 'Hello',
  };

  const first = await submit(program(project), mail);
  const second = await submit(
    { port: setup.tlsPort, key: project.secretKey, secure: true },
    { ...mail, to: 'bob@example.com' },
  );

  expect([first.code, second.code]).toEqual([250, 250]);
  const { email, message } = await captured(project, 'ada@example.com');
  expect(email).toMatchObject({ to: 'ada@example.com', toName: 'Ada', subject: 'Grüße', test: true });
  expect(first.text).toContain(email.requestId);
  expect(message.from).toMatchObject({ address: 'hello@postrider.test', name: 'App' });
  expect(message.html).toContain('<p>Hello <b>Ada</b></p>');
  const logged = async () => (await setup.as(project.secretKey).get(`/logs/${email.requestId}`)).body;
  expect(await until(async () => (await logged()).path === '/v1/send')).toBe(true);
  expect(await logged()).toMatchObject({ method: 'POST', status: 200 });
});

test('attachments and inline images keep name, type, content id and every byte (D-686)', async () => {
  const project = await setup.given.project();
  const [pdf, image] = [randomBytes(1_500_000), randomBytes(4_000)];
  const { code } = await submit(program(project), {
    from: sender,
    to: 'files@example.com',
    subject: 'Files',
    html: '<img src="cid:logo@app">',
    attachments: [
      { filename: 'Rechnung März.pdf', content: pdf, contentType: 'application/pdf' },
      { filename: 'logo.png', content: image, contentType: 'image/png', cid: 'logo@app' },
      { filename: 'notes.txt', content: 'naïve', contentType: 'text/plain; charset=utf-8' },
    ],
  });

  expect(code).toBe(250);
  const { message } = await captured(project, 'files@example.com');
  const files = new Map(message.attachments.map((file) => [file.filename, file]));
  expect(new Set(files.keys())).toEqual(new Set(['Rechnung März.pdf', 'logo.png', 'notes.txt']));
  const bytesOf = (name: string) => Buffer.from(files.get(name)?.content as ArrayBuffer); // parsed without an encoding
  expect(hashOf(bytesOf('Rechnung März.pdf'))).toBe(hashOf(pdf));
  expect(hashOf(bytesOf('logo.png'))).toBe(hashOf(image));
  expect(bytesOf('notes.txt').toString()).toBe('naïve');
  expect(files.get('logo.png')).toMatchObject({
    mimeType: 'image/png',
    contentId: '<logo@app>',
    disposition: 'inline',
  });
  expect(files.get('Rechnung März.pdf')).toMatchObject({ mimeType: 'application/pdf', disposition: 'attachment' });
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('the envelope decides who gets it, hidden recipients too, each a mail of their own (D-685)', async () => {
  const project = await setup.given.project();
  const { code } = await submit(program(project), {
    from: sender,
    to: 'Cyd <cyd@example.com>, stranger@example.com',
    cc: 'dot@example.com',
    subject: 'One for each',
    text: 'Hello & <welcome>\n  indented',
    envelope: { from: 'whatever@elsewhere.example', to: ['cyd@example.com', 'dot@example.com', 'eve@example.com'] },
  });

  expect(code).toBe(250);
  const { rows } = await setup.app.services.database.pool.query(
    'select recipient, recipient_name from emails where project_id = $1 order by recipient',
    [project.id],
  );
  expect(rows).toEqual([
    { recipient: 'cyd@example.com', recipient_name: 'Cyd' },
    { recipient: 'dot@example.com', recipient_name: null },
    { recipient: 'eve@example.com', recipient_name: null },
  ]);
  const { message } = await captured(project, 'eve@example.com');
  expect(message.to).toEqual([{ address: 'eve@example.com', name: '' }]);
  expect(message.cc).toBeUndefined();
  expect(message.text?.trimEnd()).toBe('Hello & <welcome>\n  indented');
});

test('Reply-To, the thread and own headers are kept, what we write ourselves is not (D-686)', async () => {
  const project = await setup.given.project();
  const { code } = await submit(program(project), {
    from: sender,
    to: 'thread@example.com',
    replyTo: 'Help <help@example.com>',
    subject: 'Re: order',
    text: 'x',
    messageId: '<own@client.example>',
    inReplyTo: '<before@example.com>',
    references: Array.from({ length: 60 }, (_, n) => `<thread-${n}@a-long-name.example.com>`),
    list: { unsubscribe: { url: 'https://client.example/out', comment: 'x' } },
    headers: { 'X-Order': '17', 'X-SES-Configuration-Set': 'theirs' },
  });

  expect(code).toBe(250);
  const { message } = await captured(project, 'thread@example.com');
  const header = (name: string) => message.headers.find(({ key }) => key === name)?.value;
  expect(message.replyTo).toMatchObject([{ address: 'help@example.com' }]);
  expect([header('in-reply-to'), header('x-order')]).toEqual(['<before@example.com>', '17']);
  expect(header('references')).toMatch(/^<thread-0@.*<thread-59@a-long-name.example.com>$/);
  expect(header('message-id')).toMatch(/@postrider\.test>$/);
  expect([header('list-unsubscribe'), header('x-ses-configuration-set')]).toEqual([undefined, undefined]);
});

test('a template, data and an idempotency key come in headers (D-690, D-691)', async () => {
  const project = await setup.given.project();
  const client = setup.as(project.secretKey);
  const { body: template } = await client.post('/templates', {
    name: 'Receipt',
    subject: 'Receipt for {{ product }}',
    body: '<p>Thank you for {{ product }}.</p>',
    type: 'TRANSACTIONAL',
  });
  const mail = {
    from: sender,
    to: 'gus@example.com',
    headers: {
      'X-Postrider-Template': template.id,
      'X-Postrider-Data': JSON.stringify({ product: 'a lämp' }),
      'X-Postrider-Idempotency-Key': 'order-17',
    },
  };
  expect(await submit(program(project), mail)).toMatchObject({ code: 250 });
  const { email, message } = await captured(project, 'gus@example.com');
  expect([email.subject, email.templateId]).toEqual(['Receipt for a lämp', template.id]);
  expect(message.html).toContain('Thank you for a lämp.');

  // The same mail again: the client did not learn of the first acceptance.
  const again = await submit(program(project), mail);
  expect(again).toMatchObject({ code: 250, text: expect.stringContaining('accepted before') });
  // Another mail with the same key is refused with the sentence of the API.
  const other = await submit(program(project), { ...mail, subject: 'Another' });
  expect(other).toMatchObject({ code: 550, text: expect.stringContaining('Idempotency-Key was already used') });
  const unreadable = { ...mail, headers: { ...mail.headers, 'X-Postrider-Data': '{"a":' } };
  expect(await submit(program(project), unreadable)).toMatchObject({ code: 554 });
  const unknown = { ...mail, headers: { 'X-Postrider-Tempalte': template.id }, text: 'x', subject: 'x' };
  expect((await submit(program(project), unknown)).text).toContain('X-Postrider-Tempalte cannot be set');
  expect((await client.get('/emails')).body.total).toBe(1);
});

test('a refusal of the API is the same sentence as a reply, and nothing is written (D-688)', async () => {
  const [project, neighbour] = [await setup.given.project(), await setup.given.project()];
  const mail = { from: sender, to: 'ada@example.com', subject: 'x', text: 'x' };
  await givenSender(setup.app.services.database.pool as never, neighbour.id, 'neighbour.example'); // a pool takes queries, too
  const cases: [object, number, RegExp][] = [
    [{ from: 'hi@neighbour.example' }, 550, /5\.7\.1 .*verif/i],
    [{ from: 'hi@nowhere.example' }, 550, /5\.7\.1 /],
    [{ subject: '' }, 550, /5\.6\.0 Request validation failed: subject: This field is required/],
    [{ headers: { 'X-Postrider-Template': 'none' } }, 550, /5\.6\.0 .*template: Must be an id/],
    [{ headers: { 'X-Postrider-Template': neighbour.id } }, 550, /5\.6\.0 There is no template/],
    [{ replyTo: 'a@example.com, b@example.com' }, 550, /5\.6\.0 .*reply: /],
    [{ attachments: [{ filename: 'x', content: '' }] }, 550, /attachments\.0\.content: The file is empty/],
    [
      { attachments: Array.from({ length: 11 }, (_, n) => ({ filename: `${n}`, content: 'x' })) },
      552,
      /5\.3\.4 .*attachments: At most 10 entries/,
    ],
  ];
  for (const [change, code, text] of cases) {
    const reply = await submit(program(project), { ...mail, ...change });
    expect([reply.code, reply.text]).toEqual([code, expect.stringMatching(text)]);
  }

  expect((await setup.as(project.secretKey).get('/emails')).body.total).toBe(0);
  expect((await setup.as(project.secretKey).get('/contacts')).body.total).toBe(0);
});
