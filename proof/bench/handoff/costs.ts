import { createPrivateKey, randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { finishMessage } from '../../../server/src/platform/message/index.ts';
import { smtpRelay, smtpTransport } from '../../../server/src/platform/transports/index.ts';
import { report } from '../comparison.ts';
import { connections, html, senderDomain, subject, text } from './fixture.ts';

const rounds = 1_500;

/** Processor time of the two parts both sides have; what is left of ours is claims, gate, results and their statements. */
export async function compareCosts(relay: string, privateKey: string): Promise<{ ours: number; bare: number }> {
  const key = { domain: senderDomain, selector: 'postrider', privateKey: createPrivateKey(privateKey) };
  const parts = () => ({
    emailId: randomUUIDv7(),
    createdAt: new Date(),
    from: { name: 'Acme', address: `hello@${senderDomain}` },
    to: { name: 'Ada Lovelace', address: 'ada@example.com' },
    replyTo: null,
    subject,
    html,
    text,
    headers: {},
    unsubscribeUrl: null,
    attachments: [],
  });
  const mail = () => {
    const { from, to, emailId } = parts();
    return {
      from,
      to,
      subject,
      html,
      text,
      messageId: `<${emailId}@${senderDomain}>`,
      date: new Date(),
      xMailer: false as const,
    };
  };
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    dkim: { domainName: senderDomain, keySelector: 'postrider', privateKey },
  });
  const composing = {
    ours: await cpuOf(() => finishMessage(parts(), key)),
    bare: await cpuOf(() => composer.sendMail(mail())),
  };
  report({ name: 'handoff, of it composing, signing and checking', ...composing, unit: 'ms', want: null });

  const message = await finishMessage(parts(), key);
  const envelope = { from: `hello@${senderDomain}`, to: 'ada@example.com' };
  const tags = { projectId: '', emailId: '', attempt: 1 };
  const { signal } = new AbortController();
  const transport = smtpTransport(smtpRelay(relay));
  const { hostname: host, port } = new URL(relay);
  const pool = createTransport({
    pool: true,
    host,
    port: Number(port),
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: 1e9,
  });
  const sending = {
    ours: await cpuOf(async () => {
      const opening = await transport.open({ message, envelope, tags, signal });
      if (opening.kind === 'ready') await opening.session.release();
    }),
    bare: await cpuOf(() => pool.sendMail({ raw: message, envelope })),
  };
  report({ name: 'handoff, of it SMTP with a finished message', ...sending, unit: 'ms', want: null });
  await transport.close();
  pool.close();
  return { ours: composing.ours + sending.ours, bare: composing.bare + sending.bare };
}

/** Milliseconds of processor time for one call, twenty at a time. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const some = async (count: number): Promise<void> => {
    let left = count;
    const loop = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    };
    await Promise.all(Array.from({ length: connections }, loop));
  };
  await some(200);
  const before = process.cpuUsage();
  await some(rounds);
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1_000 / rounds;
}
