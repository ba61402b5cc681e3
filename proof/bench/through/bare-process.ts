import { createTransport } from 'nodemailer';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { connections } from '../handoff/fixture.ts';
import type { AcceptedSend } from '../thin/accept-mail.ts';
import { thinApp } from '../thin/thin-app.ts';

/** The thin server, and a loop that composes, signs and sends what it accepted over kept connections; the queue is in memory. */
const [databaseUrl = '', poolSize = '', relayPort = '', privateKey = ''] = process.argv.slice(2);
const { pool } = openDatabase({ url: databaseUrl, size: Number(poolSize) });
const transport = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(relayPort),
  ignoreTLS: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
});
const waiting: AcceptedSend[] = [];
let loops = 0;
let sent = 0;

/** One of at most twenty loops, each until nothing waits. A mail that cannot be sent ends the process: it would not be comparable. */
async function sendWaiting(): Promise<void> {
  if (loops >= connections) return;
  loops += 1;
  for (let mail = waiting.shift(); mail; mail = waiting.shift()) await send(mail);
  loops -= 1;
}

async function send({ id, to, from, subject, text, html }: AcceptedSend): Promise<void> {
  const domain = from.split('@')[1] ?? '';
  await transport.sendMail({
    messageId: `<${id}@${domain}>`,
    date: new Date(),
    from,
    to,
    subject,
    text,
    html,
    xMailer: false,
    dkim: { domainName: domain, keySelector: 'postrider', privateKey },
  });
  sent += 1;
}

const app = thinApp(pool, (mail) => {
  waiting.push(mail);
  sendWaiting().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
app.get('/sent', () => ({ sent }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
