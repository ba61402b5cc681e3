import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { type Call, type Client, type Connection, clientOf, type Reply, sendRequest } from './client.ts';
import { findTexts, shortestText, spellings } from './find-texts.ts';

/** Credentials that fixtures passed to the product: they must be neither in a log nor in the request log (D-1045). */
const credentials = new Set<string>();
/** Values of fields with the name of a credential; one that was also sent under another name is none. */
const namedValues = new Set<string>();
const otherValues = new Set<string>();
/** Contents that fixtures passed to the product: they must not be in a log; the request log keeps them. */
const contents = new Set<string>();
const unnamedReplies: string[] = [];

export const plant = (text: string, set = credentials): void => {
  if (text.length >= shortestText && !isOneCharacter.test(text)) set.add(text);
};

/** A text that is only long, such as a password of 200 `x`, stands elsewhere as well. */
const isOneCharacter = /^(.)\1*$/s;

const credentialNames = /password|secret|token|authorization|api[_-]?key|private[_-]?key|cookie|credential/i;
const contentNames = /^(body|html|text|subject)$/;

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
    else if (credentialNames.test(name)) plant(inner.slice(0, 200), namedValues);
    else plant(inner.slice(0, 200), contentNames.test(name) ? contents : otherValues);
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

/** A client of the instance at an address whose calls are all sent in this way. */
export const plantedClient = (baseUrl: string, headers?: OutgoingHttpHeaders): Client =>
  clientOf((call) => sendPlanted(baseUrl, call), headers);

/** Only the secrets of a reply: its other texts are also in errors, which the log may name. */
function secretsOf(body: unknown): unknown {
  const { secret, project } = (body ?? {}) as { secret?: unknown; project?: { secret?: unknown } }; // any shape
  return { secret, project: { secret: project?.secret } };
}

type Form = readonly [name: string, form: RegExp];

/** What neither a log nor the request log may hold. */
const credentialForms: readonly Form[] = [
  ['an API key', /\b[sp]k_[A-Za-z0-9_.-]{16,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
  ['a login in an address', /:\/\/[^\s"'/@[]+:[^\s"'/@]+@/],
  ['a link of a recipient', /\/(?:u|s|m|v|t\/[oc])\/1[\w-]{40,}/],
  ['an invitation', /\/invit(?:e|ations)\/[\w.-]{40,}/],
];
const secretForms: readonly Form[] = [
  ...credentialForms,
  ['an address', /[^\s<>@"':,;()/[\]\\]@[^\s<>@"':,;()\\]+\.[a-z]{2,}/i],
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
  const lines = output.replace(onPurpose, '').split('\n');
  const faults = [...unnamedReplies, ...foundIn(lines, [...allCredentials(), ...contents], forms)];
  for (const line of lines) {
    if (line.includes('"msg":"request failed"') && !line.includes('"requestId":"'))
      faults.push(`no request id: ${masked(line)}`);
  }
  unnamedReplies.length = 0;
  return faults;
}

/** The texts of the request log and of the uses of keys, one value a row, for a superuser. */
export const requestLogTexts = `
select kept.value from logged_calls l, jsonb_each_text(to_jsonb(l)) kept where kept.value is not null
 union all
select kept.value from key_usage_hours u, jsonb_each_text(to_jsonb(u)) kept where kept.value is not null`;

/** What is in the request log although it has to be cut (D-1045): credentials, by what was planted and by their form. */
export const searchRequestLog = (texts: readonly string[]): string[] =>
  foundIn(texts, allCredentials(), credentialForms).map((fault) => `request log: ${fault}`);

/** How many texts a search looks for; with none a search would prove nothing. */
export const plantedCount = (): number => allCredentials().length + contents.size;

export function forgetPlanted(): void {
  for (const set of [credentials, namedValues, otherValues, contents]) set.clear();
}

const allCredentials = (): string[] => [...credentials, ...[...namedValues].filter((value) => !otherValues.has(value))];

function foundIn(lines: readonly string[], planted: readonly string[], known: readonly Form[]): string[] {
  const faults = findTexts(lines, planted).map((line) => `something planted: ${masked(line)}`);
  for (const line of lines) {
    for (const [name, form] of known) if (form.test(line)) faults.push(`${name}: ${masked(line)}`);
  }
  return faults;
}

/** Only called for faulty lines, so it may be slow. */
function masked(line: string): string {
  const known = [...allCredentials(), ...contents].flatMap(spellings).toSorted((a, b) => b.length - a.length);
  const text = known.reduce((rest, canary) => rest.replaceAll(canary, '███'), line);
  return secretForms.reduce((rest, [, form]) => rest.replace(new RegExp(form, 'gi'), '███'), text).slice(0, 400);
}
