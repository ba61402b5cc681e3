import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { type Call, type Connection, type Reply, sendRequest } from './client.ts';

/** Texts that fixtures passed to the product and that must never be in a log. */
const canaries = new Set<string>();
/** Shorter ones occur by chance. */
const shortest = 12;
const unnamedReplies: string[] = [];

export const plant = (text: string): void => {
  if (text.length >= shortest) canaries.add(text);
};

const secretNames = /^(password|newPassword|currentPassword|token|secret|body|html|text|subject)$/;

/** Registers the credentials and contents of a request or its reply. */
export function plantRequest(headers: OutgoingHttpHeaders | IncomingHttpHeaders, body: unknown): void {
  for (const name of ['authorization', 'cookie', 'set-cookie'] as const) {
    for (const value of [headers[name] ?? []].flat()) plant(credentialIn(String(value)));
  }
  plantFields(body, 0);
}

/** The secret in `Bearer <key>` or `session=<token>; Path=/`. */
const credentialIn = (value: string): string => value.replace(/^(Bearer +|[\w-]+=)/i, '').split(';')[0] ?? '';

function plantFields(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 4) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') plantFields(inner, depth + 1);
    // Why not longer: a megabyte is found by its beginning as well.
    else if (secretNames.test(name)) plant(inner.slice(0, 200));
  }
}

/** Records a reply of 5xx without the request id by which an operator finds its cause. */
export function noteReply(call: string, status: number, headers: IncomingHttpHeaders): void {
  if (status >= 500 && !headers['x-request-id']) unnamedReplies.push(`${status} to ${call} has no request id`);
}

/** Sends a request whose credentials and contents no log may hold, and registers those of its reply. */
export async function sendPlanted(baseUrl: string, call: Call, connection?: Connection): Promise<Reply> {
  plantRequest(call.headers ?? {}, call.body);
  const reply = await sendRequest(baseUrl, call, connection);
  noteReply(`${call.method} ${call.path}`, reply.status, reply.headers);
  plantRequest(reply.headers, secretsOf(reply.body));
  return reply;
}

/** Only the secrets of a reply: its other texts are also in errors, which the log may name. */
function secretsOf(body: unknown): unknown {
  const { secret, project } = (body ?? {}) as { secret?: unknown; project?: { secret?: unknown } }; // any shape
  return { secret, project: { secret: project?.secret } };
}

type Form = readonly [name: string, form: RegExp];

const secretForms: readonly Form[] = [
  ['an API key', /\b[sp]k_[A-Za-z0-9_.-]{16,}/],
  ['an address', /[^\s<>@"':,;()/[\]\\]@[^\s<>@"':,;()\\]+\.[a-z]{2,}/i],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
  ['a login in an address', /:\/\/[^\s"'/@[]+:[^\s"'/@]+@/],
];
const forms: readonly Form[] = [
  ...secretForms,
  ['an error that nobody caught', /unhandled ?(promise ?)?rejection|uncaught|nobody caught an error|^Node\.js v\d/im],
];

/** The link that claims an instance for its first owner: printed on purpose, once. */
const onPurpose = /^Make this instance yours, once: .*$/gm;

/**
 * What is wrong with the output of processes (T35, I13): a secret, address or content in it, an uncaught error, a
 * failed request without its id. Reports what and where, never the secret itself. Replies are recorded anew after each search.
 */
export function searchLogs(output: string): string[] {
  const text = output.replace(onPurpose, '');
  const lines = text.split('\n');
  const faults = [...unnamedReplies];
  for (const canary of canaries) {
    const line = lines.find((one) => spellings(canary).some((spelling) => one.includes(spelling)));
    if (line !== undefined) faults.push(`something planted: ${masked(line)}`);
  }
  for (const line of lines) {
    for (const [name, form] of forms) if (form.test(line)) faults.push(`${name}: ${masked(line)}`);
    if (line.includes('"msg":"request failed"') && !line.includes('"requestId":"'))
      faults.push(`no request id: ${masked(line)}`);
  }
  unnamedReplies.length = 0;
  return faults;
}

/** How many texts a search looks for; with none a search would prove nothing. */
export const plantedCount = (): number => canaries.size;

/** As it is, and as escaped in JSON. */
const spellings = (canary: string): string[] => [canary, JSON.stringify(canary).slice(1, -1)];

/** Only called for faulty lines, so it may be slow. */
function masked(line: string): string {
  const known = [...canaries].flatMap(spellings).toSorted((a, b) => b.length - a.length);
  const text = known.reduce((rest, canary) => rest.replaceAll(canary, '███'), line);
  return secretForms.reduce((rest, [, form]) => rest.replace(new RegExp(form, 'gi'), '███'), text).slice(0, 400);
}
