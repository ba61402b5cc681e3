import { generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { expect, test } from 'vitest';
import { finishMessage, MessageUnfit } from './finish-message.ts';
import type { MessageParts } from './message-parts.ts';
import { signMessage } from './sign-message.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { domain: 'acme.example', selector: 'pr1', privateKey };
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const resolver = async (name: string) => {
  if (name !== 'pr1._domainkey.acme.example') throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  return [[record]];
};

const parts: MessageParts = {
  emailId: randomUUIDv7(),
  createdAt: new Date(),
  from: { address: 'hello@acme.example', name: 'Žluťoučký kůň' },
  to: { address: 'ada@example.com', name: null },
  replyTo: null,
  subject: 'Hello  with   spaces',
  html: '<p>Hello</p>   \n\n\n',
  text: 'Hello \t  Ada  \n\n\n   \n',
  headers: { 'X-Order': '1' },
  unsubscribeUrl: 'https://mail.example/u/token',
  attachments: [],
};

async function verdictOf(message: Buffer) {
  const { results } = await dkimVerify(message, { resolver });
  return results.map(({ status, signingDomain }) => ({ result: status.result, signingDomain }));
}
const pass = [{ result: 'pass', signingDomain: 'acme.example' }];

test('a signature passes, covers both unsubscribe headers and signs From once more than it occurs (M1, M4)', async () => {
  const message = await finishMessage(parts, key);
  const signature = message.toString('latin1', 0, message.indexOf('\r\nContent-')).split(/\r\n(?! )/)[0] ?? '';
  const fields = /h=([^;]*)/.exec(signature.replace(/\s/g, ''))?.[1]?.split(':') ?? [];

  expect(await verdictOf(message)).toEqual(pass);
  expect(fields.filter((name) => name === 'from')).toHaveLength(2);
  expect(fields).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'message-id', 'date']));
});

test('a second From, a changed unsubscribe address or a changed body breaks the signature (M1)', async () => {
  const message = (await finishMessage(parts, key)).toString('latin1');
  const broken = [
    `From: eve@example.com\r\n${message}`,
    message.replace('/u/token', '/u/other'),
    message.replace('Hello', 'Hallo'),
    message.replace('\r\n\r\n', '\r\nReply-To: eve@example.com\r\n\r\n'),
  ];

  for (const text of broken) {
    const [first] = await verdictOf(Buffer.from(text, 'latin1'));
    expect(first?.result).not.toBe('pass');
  }
});

test('every body verifies, whatever white space it contains (M1)', async () => {
  const piece = fc.constantFrom(' ', '\t', '\r\n', 'a', '  ', '\r\n\r\n', '.');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const header = 'From: hello@acme.example\r\nTo: ada@example.com\r\nSubject:  a \t b \r\n\tfolded\r\n';
      const body = `${pieces.join('').replace(/(?<!\r)\n/g, '\r\n')}\r\n`;
      const message = await signMessage(Buffer.from(`${header}\r\n${body}`), key);

      expect(await verdictOf(message)).toEqual(pass);
    }),
    { numRuns: 200 },
  );
});

test('a large body is signed in pieces and verifies (M1)', async () => {
  const content = Buffer.alloc(3 * 1024 * 1024, 'attachment ');
  const attachments = [
    { filename: 'a.bin', contentType: 'text/plain', contentId: null, disposition: 'attachment' as const, content },
  ];

  expect(await verdictOf(await finishMessage({ ...parts, attachments }, key))).toEqual(pass);
});

test('an invalid message is never finished (M9)', async () => {
  const parted = { ...parts, ownHeaders: { Received: 'x' } };

  await expect(finishMessage(parted, key)).rejects.toBeInstanceOf(MessageUnfit);
});
