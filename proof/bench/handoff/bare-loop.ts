import { randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { connections, html, senderDomain, subject, text } from './fixture.ts';

/** What a careful script does without the product: compose, sign and send over kept connections. Prints mails a second. */
const [port = '', count = '0', privateKey = ''] = process.argv.slice(2);
const transport = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(port),
  ignoreTLS: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
  dkim: { domainName: senderDomain, keySelector: 'postrider', privateKey },
});

async function send(): Promise<void> {
  await transport.sendMail({
    messageId: `<${randomUUIDv7()}@${senderDomain}>`,
    date: new Date(),
    from: { name: 'Acme', address: `hello@${senderDomain}` },
    to: { name: 'Ada Lovelace', address: 'ada@example.com' },
    subject,
    text,
    html,
    xMailer: false,
  });
}

async function sendMany(total: number): Promise<void> {
  let left = total;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
}

await sendMany(Number(count) / 10);
const began = performance.now();
const cpu = process.cpuUsage();
await sendMany(Number(count));
const seconds = (performance.now() - began) / 1_000;
const used = process.cpuUsage(cpu);
console.log(
  JSON.stringify({ rate: Number(count) / seconds, cpuMs: (used.user + used.system) / 1_000 / Number(count) }),
);
transport.close();
