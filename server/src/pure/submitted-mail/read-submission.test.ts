import { expect, test } from 'vitest';
import { readSubmission } from './read-submission.ts';

const read = (message: string, recipients = ['ada@example.com']) =>
  readSubmission({ raw: Buffer.from(message.replaceAll('\n', '\r\n')), recipients });

test('a plain text becomes HTML that shows the same text, with its template language unharmed', async () => {
  const reading = await read('From: a@example.com\nSubject: s\n\n<b> & {{ name | default: "you" }}\n');

  expect(reading).toMatchObject({
    kind: 'read',
    body: { subject: 's', body: expect.stringContaining('&lt;b> &amp; {{ name | default: "you" }}') },
    idempotencyKeys: [],
  });
});

test.each<[string, string, object]>([
  ['one sender', 'From: =?utf-8?q?J=C3=B6rg?= <j@example.com>', { from: { email: 'j@example.com', name: 'Jörg' } }],
  [
    'two senders are passed on and refused',
    'From: a@example.com, b@example.com',
    { from: 'a@example.com, b@example.com' },
  ],
  ['a sender that is none', 'From: nobody', { from: expect.any(String) }],
  ['two values of a header of ours', 'X-Postrider-Idempotency-Key: a\nX-Postrider-Idempotency-Key: b', {}],
  ['a header that is given twice: the first', 'X-A: 1\nX-A: 2', { headers: { 'X-A': '1' } }],
  ['a header that is folded', 'X-A: 1\n 2', { headers: { 'X-A': '1 2' } }],
  ['names from the header', 'To: "Ada L." <ADA@example.com>', { to: [{ email: 'ada@example.com', name: 'Ada L.' }] }],
  [
    'headers that we write',
    'Date: x\nReceived: y\nMessage-ID: <z@a>\nSender: s@a.example\nReturn-Path: <r@a.example>',
    { headers: {} },
  ],
  ['a header of ours that is not known', 'X-Postrider-Foo: 1', { headers: { 'X-Postrider-Foo': '1' } }],
  ['no subject and no text', 'X-Postrider-Template: t', { template: 't', body: undefined, subject: undefined }],
])('%s', async (_name, header, expected) => {
  const reading = await read(`${header}\n\n`);

  expect(reading.kind === 'read' && { body: undefined, subject: undefined, ...reading.body }).toMatchObject(expected);
});

test('files without a name get one, and names are safe to show', async () => {
  const part = (header: string, text: string) => `--b\n${header}\n\n${text}\n`;
  const message = [
    'From: a@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n',
    part('Content-Type: message/rfc822', 'Subject: inner\n\ninner'),
    part('Content-Type: application/zip\nContent-Disposition: attachment; filename="../a/b.zip"', 'x'),
    part('Content-Type: image/png\nContent-ID: <c@d>\nContent-Disposition: inline; filename=p.png', 'x'),
    part('Content-Type: image/png\nContent-Disposition: inline; filename=q.png', 'x'),
    '--b--\n',
  ].join('');

  expect(await read(message)).toMatchObject({
    body: {
      attachments: [
        { filename: 'file-1.eml', contentType: 'message/rfc822', disposition: 'attachment' },
        { filename: '.._a_b.zip', contentType: 'application/zip', disposition: 'attachment' },
        { filename: 'p.png', contentId: 'c@d', disposition: 'inline' },
        { filename: 'q.png', disposition: 'attachment' },
      ],
    },
  });
});

test.each([
  ['data that is no JSON', 'X-Postrider-Data: {', 'X-Postrider-Data must be JSON.'],
  ['a header without an end', `X: ${'y'.repeat(90_000)}\n`.repeat(3), 'The header is too large.'],
])('%s makes a mail unreadable', async (_name, header, message) => {
  expect(await read(`${header}\n\nx`)).toEqual({ kind: 'unreadable', message });
});

test('the same mail becomes the same body, whatever its date, id and boundary', async () => {
  const mail = (date: string, boundary: string) =>
    `Date: ${date}\nMessage-ID: <${boundary}@a>\nFrom: a@example.com\nContent-Type: multipart/alternative; boundary=${boundary}\n\n` +
    `--${boundary}\nContent-Type: text/html\n\n<p>x</p>\n--${boundary}--\n`;

  expect(await read(mail('Mon, 16 Nov 2026 10:00:00 +0000', 'aa'))).toEqual(
    await read(mail('Mon, 16 Nov 2026 10:05:00 +0000', 'bb')),
  );
});
