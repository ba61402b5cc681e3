import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { headerFieldsOf, messageProblems } from '#pure/message';
import { deliverySetup } from '#testing/delivery-setup';
import { startDns } from '#testing/dns-server';
import { freePort } from '#testing/free-port';
import { givenContact, type MailInput } from '#testing/given-mail';
import { hasPostfix, startPostfix } from '#testing/postfix';

interface CapturedMessage {
  readonly recipients: readonly string[];
  readonly message: Buffer;
}

/** A real mail server that keeps what it takes. */
async function capturingServer() {
  const captured: CapturedMessage[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        captured.push({ recipients, message: Buffer.concat(chunks) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  return { captured, url: `smtp://127.0.0.1:${port}` };
}

const text = 'Žluťoučký kůň 😀 '.repeat(40);
const inputs: readonly MailInput[] = [
  {},
  { html: null, text: 'only text\r\n.\r\n..two dots\n.\nend' },
  { html: `<p>${text}</p>`, text: null },
  { subject: `Řeřicha ${text}`, html: `<p>${'x'.repeat(3_000)}</p>`, text },
  { subject: 'line\r\nBcc: eve@example.com', html: '<p>\u2028\u0007</p>' },
  {
    headers: { 'X-Long': 'w'.repeat(998), 'X-Words': text.slice(0, 900), References: `<${'r'.repeat(300)}@x.example>` },
  },
  { type: 'MARKETING', unsubscribeUrl: `https://mail.example/u/${'t'.repeat(400)}` },
  { type: 'HEADLESS' },
];

/** Sends every input through `relay`; returns the ids and a DKIM check that uses a DNS server of the test. */
async function sendAll(relay: string, captured: readonly CapturedMessage[]) {
  const dns = await startDns();
  onTestFinished(() => dns.close());
  const setup = await deliverySetup({ MAIL_RELAYS: relay });
  dns.set(`${setup.sender.selector}._domainkey.acme.example`, 'TXT', [setup.sender.record.match(/.{1,200}/g) ?? []]);
  const resolver = new Resolver();
  resolver.setServers([dns.address]);
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  const ids = await setup.mails(inputs.length, (index) => ({ contactId, ...inputs[index] }));
  setup.work();
  await setup.idle();
  await vi.waitFor(() => expect(captured).toHaveLength(inputs.length), { timeout: 20_000 });
  const verdictOf = async (message: Buffer) => {
    const { results } = await dkimVerify(message, {
      resolver: (name: string, kind: string) => (kind === 'TXT' ? resolver.resolveTxt(name) : Promise.resolve([])),
    });
    return results.map(({ signingDomain, status }) => `${signingDomain} ${status.result}`);
  };
  return { ids, verdictOf };
}

test('every message that a real server captures is well-formed, has one recipient, and its signature passes (M1, M4, M9, M15, D-651)', async () => {
  const { captured, url } = await capturingServer();
  const { ids, verdictOf } = await sendAll(url, captured);

  for (const { recipients, message } of captured) {
    expect(recipients).toEqual(['ada@example.com']);
    expect(messageProblems(message, 'ada@example.com')).toEqual([]);
    const parsed = await PostalMime.parse(message);
    expect(parsed.to?.map(({ address }) => address)).toEqual(['ada@example.com']);
    const index = ids.findIndex((id) => parsed.messageId === `<${id}@acme.example>`);
    const type = inputs[index]?.type ?? 'TRANSACTIONAL';
    const fields = headerFieldsOf(message.subarray(0, message.indexOf('\r\n\r\n') + 2));
    const names = typeof fields === 'string' ? [] : fields.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('list-unsubscribe'))).toEqual(
      type === 'TRANSACTIONAL' ? [] : ['list-unsubscribe', 'list-unsubscribe-post'],
    );
    if (type !== 'TRANSACTIONAL') expect(signedFieldsOf(message)).toEqual(expect.arrayContaining(listFields));
    expect(await verdictOf(message)).toEqual(['acme.example pass']);
  }
  expect(new Set(captured.map(({ message }) => messageIdIn(message))).size).toBe(ids.length);
});

test.skipIf(!hasPostfix)(
  'a real Postfix that forbids bare newlines takes every message, and its signature still passes afterwards (M1, M9)',
  async () => {
    const { captured, url } = await capturingServer();
    const postfix = await startPostfix(await freePort(), Number(new URL(url).port));
    onTestFinished(() => postfix.stop());
    const { ids, verdictOf } = await sendAll(postfix.url, captured);

    for (const { message } of captured) expect(await verdictOf(message)).toEqual(['acme.example pass']);
    expect(captured.map(({ message }) => messageIdIn(message)).toSorted()).toEqual(
      ids.map((id) => `<${id}@acme.example>`).toSorted(),
    );
  },
);

const listFields = ['list-unsubscribe', 'list-unsubscribe-post'];

/** The names in `h=` of the signature. */
function signedFieldsOf(message: Buffer): string[] {
  const fields = headerFieldsOf(message.subarray(0, message.indexOf('\r\n\r\n') + 2));
  const signature = typeof fields === 'string' ? '' : fields.find(({ name }) => name === 'dkim-signature')?.value;
  const names = /\bh=([^;]+)/.exec(signature ?? '')?.[1] ?? '';
  return names
    .toLowerCase()
    .split(':')
    .map((name) => name.trim());
}

const messageIdIn = (message: Buffer): string => /^Message-ID: (.*)$/im.exec(message.toString())?.[1]?.trim() ?? '';
