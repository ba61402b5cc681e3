import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Client } from 'pg';
import { dkimVerdicts } from '../../../server/testing/dkim-verdict.ts';
import type { SmtpCapture } from '../../../server/testing/scripted-smtp.ts';
import { tally, trySend } from '../requests.ts';
import type { RollingProcesses } from './rolling-processes.ts';

/** The mail that arrived while one key was in use. */
export interface Era {
  readonly name: string;
  readonly mails: readonly SmtpCapture[];
}

const sample = 20;

/** Requests the unsubscribe links of some mails at the newest process. Returns how often each status came. */
export async function linkAnswers({ live }: RollingProcesses, { mails }: Era): Promise<Record<string, number>> {
  const paths = mails.flatMap(({ message }) => unsubscribePath(message) ?? []).slice(-sample);
  const responses = await Promise.all(paths.map((path) => trySend(live[0]?.url ?? '', { method: 'GET', path })));
  return tally(responses);
}

/** The link of the header, which may be folded. */
function unsubscribePath(message: Buffer): string | null {
  const text = message.toString('latin1', 0, 8_000).replaceAll(/\r\n[ \t]+/g, '');
  return /^List-Unsubscribe:[^\r]*?(\/u\/[\w-]+)/im.exec(text)?.[1] ?? null;
}

/** Sends bounces of some mails to the newest process as a mail server does. Returns how often each reply code came. */
export async function returnPathAnswers(
  { members }: RollingProcesses,
  { mails }: Era,
): Promise<Record<string, number>> {
  const codes = await Promise.all(
    mails.slice(-sample).map(({ from }) => replyCodeFor(members.at(-1)?.inboundPort ?? 0, from)),
  );
  return tally(codes.map((status) => ({ status })));
}

async function replyCodeFor(port: number, address: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<number> => {
    for (;;) {
      const { value = '000 ' } = await replies.next();
      if (value[3] !== '-') return Number(value.slice(0, 3));
    }
  };
  await reply();
  let code = 0;
  for (const command of ['EHLO mx.example.net', 'MAIL FROM:<>', `RCPT TO:<${address}>`]) {
    socket.write(`${command}\r\n`);
    code = await reply();
  }
  socket.end('QUIT\r\n');
  return code;
}

/** What is wrong with the signatures of all mail that arrived, against the keys that were published. */
export async function badSignatures(client: Client, mails: readonly SmtpCapture[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; record: string }>(
    `select k.selector || '._domainkey.' || d.domain as name, 'v=DKIM1; k=rsa; p=' || k.public_key as record
       from domain_keys k join domains d on d.project_id = k.project_id and d.id = k.domain_id`,
  );
  const published = new Map(rows.map(({ name, record }) => [name, record]));
  const bad: string[] = [];
  for (const { message } of mails) {
    const verdicts = await dkimVerdicts(message, (name) => published.get(name));
    if (verdicts.length !== 1 || !verdicts[0]?.endsWith(' pass')) bad.push(verdicts.join(', ') || 'unsigned');
  }
  return bad;
}
