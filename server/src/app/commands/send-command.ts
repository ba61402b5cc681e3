import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { commandKey } from '#platform/config';
import { type Command, type CommandCall, CommandRefused, WrongUse } from './command.ts';

const withinMs = 30_000;

interface Refused {
  readonly error?: { readonly message?: string; readonly suggestion?: string; readonly code?: string };
}

/** `postrider send`: one mail by the API of an instance, with the secret key in POSTRIDER_KEY. */
export const sendCommand: Command = {
  name: 'send',
  usage: '--url <address> --to <email> --from <email> --subject <text> --body <file or -> [--idempotency-key <text>]',
  summary: 'Send one mail by the API of an instance; its secret key is in POSTRIDER_KEY',
  options: { url: 'text', to: 'text', from: 'text', subject: 'text', body: 'text', 'idempotency-key': 'text' },
  async run({ texts }, io) {
    const { url, to, from, subject, body } = requiredOf(texts);
    if (!URL.canParse(url)) throw new WrongUse(`${url} is no address of an instance.`);
    const key = commandKey();
    if (!key) throw new WrongUse('The secret key of the project is missing: set POSTRIDER_KEY.');
    const html = body === '-' ? await text(process.stdin) : await readFile(body, 'utf8');
    const idempotencyKey = texts['idempotency-key'];
    const reply = await fetch(new URL('v1/send', url.endsWith('/') ? url : `${url}/`), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify({ to, from, subject, body: html }),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    }).catch((error: unknown) => {
      throw new CommandRefused(`${url} does not answer (${String((error as Error).cause ?? error)}).`); // fetch throws errors
    });
    const answered: unknown = await reply.json().catch(() => null);
    if (!reply.ok) throw refusalOf(reply, answered as Refused | null); // the form of every refusal
    if (!isSuccess(answered))
      throw new CommandRefused(`${url} answered ${reply.status}, but not as Postrider does.`, 'Look at --url.');
    io.result(answered, [`Accepted for ${to}.`]);
  },
};

const isSuccess = (answered: unknown): answered is object =>
  typeof answered === 'object' && answered !== null && 'success' in answered && answered.success === true;

const names = ['url', 'to', 'from', 'subject', 'body'] as const;

function requiredOf(texts: CommandCall['texts']): Record<(typeof names)[number], string> {
  const missing = names.filter((name) => !texts[name]);
  if (missing.length > 0) throw new WrongUse(`send needs ${missing.map((name) => `--${name}`).join(', ')}.`);
  return texts as Record<(typeof names)[number], string>; // none is missing
}

function refusalOf(reply: Response, body: Refused | null): CommandRefused {
  const { message = `The instance answered ${reply.status}.`, code, suggestion } = body?.error ?? {};
  const requestId = reply.headers.get('x-request-id');
  const advice = [suggestion, requestId && `Request: ${requestId}`].filter(Boolean).join(' ');
  return new CommandRefused(code ? `${message} (${code})` : message, advice || null);
}
