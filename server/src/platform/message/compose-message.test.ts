import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { headerFieldsOf } from '#pure/message';
import { composeMessage } from './compose-message.ts';
import { finishMessage } from './finish-message.ts';
import type { MessageParts } from './message-parts.ts';

const parts: MessageParts = {
  emailId: randomUUIDv7(),
  createdAt: new Date('2026-11-14T10:00:00Z'),
  from: { address: 'hello@acme.example', name: 'Acme' },
  to: { address: 'ada@example.com', name: 'Ada Lovelace' },
  replyTo: 'help@acme.example',
  subject: 'Hello',
  html: '<p>Hello <b>Ada</b></p>',
  text: 'Hello Ada',
  headers: {},
  unsubscribeUrl: null,
  attachments: [],
};
const compose = (change: Partial<MessageParts> = {}) => composeMessage({ ...parts, ...change });
const headerOf = (message: Buffer) => {
  const fields = headerFieldsOf(message.subarray(0, message.indexOf('\r\n\r\n') + 2));
  if (typeof fields === 'string') throw new Error(fields);
  return fields;
};

test('a message has the parts, the sender, one recipient and a constant id and date', async () => {
  const message = await compose();
  const parsed = await PostalMime.parse(message);

  expect(parsed).toMatchObject({
    from: { address: 'hello@acme.example', name: 'Acme' },
    to: [{ address: 'ada@example.com', name: 'Ada Lovelace' }],
    replyTo: [{ address: 'help@acme.example' }],
    subject: 'Hello',
    html: expect.stringContaining('<b>Ada</b>'),
    text: expect.stringContaining('Hello Ada'),
    messageId: `<${parts.emailId}@acme.example>`,
    date: '2026-11-14T10:00:00.000Z',
  });
  expect(headerOf(message).map(({ name }) => name)).not.toContain('x-mailer');
});

test('the same parts give the same bytes, so that a repeat after doubt is the same message', async () => {
  const attachments = [file({ contentId: 'logo', disposition: 'inline' }), file({})];

  expect(await compose({ attachments })).toEqual(await compose({ attachments }));
});

test('marketing mail carries both unsubscribe headers, each on one unfolded line (M4)', async () => {
  const unsubscribeUrl = `https://mail.example/u/${'t'.repeat(300)}`;
  const fields = headerOf(await compose({ unsubscribeUrl }));

  expect(fields).toContainEqual({ name: 'list-unsubscribe', value: ` <${unsubscribeUrl}>`, isFolded: false });
  expect(fields).toContainEqual({
    name: 'list-unsubscribe-post',
    value: ' List-Unsubscribe=One-Click',
    isFolded: false,
  });
});

const file = (change: Partial<MessageParts['attachments'][number]>): MessageParts['attachments'][number] => ({
  filename: 'a.bin',
  contentType: 'application/octet-stream',
  contentId: null,
  disposition: 'attachment',
  content: Buffer.from([0, 13, 10, 46, 13, 10, 255]),
  ...change,
});

test('attachments and inline images are unchanged', async () => {
  const image = file({ filename: 'logo.png', contentType: 'image/png', contentId: 'logo@acme', disposition: 'inline' });
  const odd = file({ filename: 'Übersicht "1"/../x.eml', contentType: 'message/rfc822' });
  const { attachments } = await PostalMime.parse(await compose({ attachments: [image, odd] }));

  expect(attachments).toMatchObject([
    { filename: 'logo.png', mimeType: 'image/png', contentId: '<logo@acme>', disposition: 'inline', related: true },
    { filename: "Übersicht '1'_.._x.eml", mimeType: 'application/octet-stream', disposition: 'attachment' },
  ]);
  for (const { content } of attachments) expect(Buffer.from(content as ArrayBuffer)).toEqual(image.content);
});

const linesOf = (text = ''): string[] => text.trimEnd().split(/\r\n?|\n/);
const tricky = `Grüße\tan =3D alle \n.\n..\nFrom here\r\rand ${'on '.repeat(40)}\n${'x'.repeat(1_200)} 😀 \n`;

test.each([
  ['both', {}],
  ['the text alone', { html: null }],
  ['the HTML alone', { text: null }],
  ['an image inside', { attachments: [file({ contentId: 'logo', disposition: 'inline' })] }],
  ['the HTML alone and a file', { text: null, attachments: [file({})] }],
] as const)('texts are the same after their encoding: %s', async (_name, change) => {
  for (const content of [tricky, 'Hello', 'Ελληνικά \n'.repeat(100), 'short lines\nonly\n']) {
    const given = { text: content, html: content, ...change };
    const parsed = await PostalMime.parse(await finishMessage({ ...parts, ...given }, null));

    if (given.text !== null) expect(linesOf(parsed.text)).toEqual(linesOf(content));
    if (given.html !== null) expect(linesOf(parsed.html)).toEqual(linesOf(content));
  }
});

test('a header that a caller may not set never reaches a message (C8)', async () => {
  await expect(compose({ headers: { Bcc: 'eve@example.com' } })).rejects.toThrow('cannot be set');
  await expect(compose({ headers: { 'X-A': 'a\r\nBcc: eve@example.com' } })).rejects.toThrow('one line');
  await expect(compose({ to: { address: 'a@b.example,c@d.example', name: null } })).rejects.toThrow('no address');
});

const nasty = fc.string({ unit: 'binary', maxLength: 120 });
const line = fc
  .array(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '.',
      '\0',
      '\u2028',
      ' ',
      '"',
      '<',
      '>',
      ',',
      'é',
      '=?UTF-8?Q?=0D?=',
      'x'.repeat(400),
    ),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(''));
const anyText = fc.oneof(nasty, line);

test('whatever the texts contain, the message stays valid, with the same headers and one recipient (M9, T13, T15)', async () => {
  const expected = headerOf(await compose({ headers: { 'X-Order': '1' } })).map(({ name }) => name);
  await fc.assert(
    fc.asyncProperty(
      fc.record({ subject: anyText, html: anyText, text: anyText, name: anyText, value: anyText }),
      async (given) => {
        const value = given.value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trim() || '1';
        const message = await finishMessage(
          {
            ...parts,
            subject: given.subject,
            html: given.html || '<p>',
            text: given.text || 'text',
            from: { address: 'hello@acme.example', name: given.name },
            to: { address: 'ada@example.com', name: given.name },
            headers: { 'X-Order': value.slice(0, 998) },
            attachments: [file({ filename: given.name, contentType: 'text/plain' })],
          },
          null,
        );

        const names = headerOf(message).map(({ name }) => name);
        expect(names.filter((name) => name !== 'content-transfer-encoding')).toEqual(
          expected.filter((name) => name !== 'content-transfer-encoding'),
        );
        const parsed = await PostalMime.parse(message);
        expect(parsed.to?.map(({ address }) => address)).toEqual(['ada@example.com']);
        expect(parsed.attachments).toHaveLength(1);
      },
    ),
    { numRuns: 300 },
  );
});

test('a subject without a space, as long as a line may be, is still folded into valid lines', async () => {
  const subject = 'x'.repeat(998);
  const message = await finishMessage({ ...parts, subject }, null);

  expect((await PostalMime.parse(message)).subject).toBe(subject);
});

test('the ids of a thread stand in References as they were given', async () => {
  const ids = Array.from({ length: 20 }, (_, number) => `<thread-${number}@a-long-name.example.com>`);
  const { references } = await PostalMime.parse(await compose({ headers: { References: ids.join(' ') } }));

  expect(references?.split(/\s+/)).toEqual(ids);
});
