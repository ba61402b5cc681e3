import { randomUUIDv7 } from 'node:crypto';
import { bearer, type Reply } from '../../../server/testing/client.ts';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { settingsFor } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { sleep } from '../fault-run.ts';
import { trySend } from '../requests.ts';
import type { FaultSetup } from './setup.ts';

/** A request as its client sees it: sent again with the same key until a reply gives its outcome. */
export interface SentRequest {
  readonly key: string;
  tries: number;
  /** Ids from a 200, or from a 409 that names an earlier 200. Null while the outcome is unknown. */
  ids: readonly string[] | null;
  /** When that reply came. */
  acknowledgedAt: Date | null;
  /** A reply that must not occur. */
  wrong: string | null;
  /** The status of every reply so far; null for a connection that broke. */
  readonly statuses: (number | null)[];
}

/** Clients of the API, each with a project of its own. */
export interface Senders {
  readonly requests: readonly SentRequest[];
  /** One more request, sent once. */
  probe(): Promise<Reply | null>;
  /** Stops new requests, and waits until every outcome is known: a key is free again a minute after its process died. */
  finish(): Promise<void>;
}

/** A client's project, with a domain to send from. */
export interface Sender {
  readonly project: ProofProject;
  readonly from: string;
  readonly newsletter: string;
}

/** Where requests go: an API process, or a router in front of several. */
interface Address {
  readonly url: string;
}

const defaultClients = 8;
const pauseSeconds = 0.12;
const pauseAfterFailure = 1;

/** `live` returns the addresses that accept requests; it changes while they are killed and started. */
export async function startSenders(
  setup: FaultSetup,
  live: () => readonly Address[],
  clientCount = defaultClients,
): Promise<Senders> {
  // Why one more: repeats of the others may use up the limit of their project, and probes ask whether anything is served.
  const [prober, ...senders] = await makeSenders(setup, clientCount + 1);
  if (!prober) throw new Error('no sender');
  const requests: SentRequest[] = [];
  const unclear: Promise<void>[] = [];
  let isStopping = false;
  const loops = senders.map(async (sender) => {
    for (let count = 0; !isStopping; count += 1) {
      const request = newRequest();
      requests.push(request);
      // An address belongs to one project: the judge identifies suppressions by it.
      const mail = { to: `person-${count}-of-${shortName(sender)}@example.com`, isNews: count % 2 === 1 };
      await sendOnce(sender, request, mail, live);
      // Why not waited for: a key whose process died is free after a minute, and meanwhile the client has other mail.
      if (isUnclear(request)) unclear.push(resendUntilKnown(sender, request, mail, live));
      else if (count % 10 === 9) await suppress(setup, sender, mail.to, live);
      await sleep(isUnclear(request) ? pauseAfterFailure : pauseSeconds);
    }
  });
  return {
    requests,
    async probe() {
      const request = newRequest();
      requests.push(request);
      const mail = { to: `probe-${request.key}@example.com`, isNews: false };
      const response = await sendOnce(prober, request, mail, live);
      if (isUnclear(request)) unclear.push(resendUntilKnown(prober, request, mail, live));
      return response;
    },
    async finish() {
      isStopping = true;
      await Promise.all(loops);
      await Promise.all(unclear);
      setup.log.accepted.push(...requests.flatMap(({ ids }) => ids ?? []));
    },
  };
}

const newRequest = (): SentRequest => ({
  key: randomUUIDv7(),
  tries: 0,
  ids: null,
  acknowledgedAt: null,
  wrong: null,
  statuses: [],
});

/** Short and unique: a setup may have several groups of senders. */
const shortName = ({ project }: Pick<Sender, 'project'>): string => project.id.slice(-8);

export async function makeSenders({ client, url, cell }: FaultSetup, clientCount: number): Promise<Sender[]> {
  const projects = await makeProjects(client, clientCount, cell);
  const { SECRET_KEY: secret = '' } = settingsFor(url);
  const senders: Sender[] = [];
  for (const project of projects) {
    const domain = `client-${shortName({ project })}.example`;
    const newsletter = randomUUIDv7();
    await givenSender(client, project.id, domain, { secret });
    await client.query(
      `insert into templates (project_id, id, name, subject, body, type, created_at, updated_at)
       values ($1, $2, 'News', 'News', '<p>News for {{email}}</p>', 'MARKETING', now(), now())`,
      [project.id, newsletter],
    );
    senders.push({ project, from: `hello@${domain}`, newsletter });
  }
  await client.query(`update projects set mode = 'live'`);
  return senders;
}

interface SenderMail {
  readonly to: string;
  readonly isNews: boolean;
}

const isUnclear = ({ ids, wrong }: SentRequest): boolean => ids === null && wrong === null;

async function sendOnce(
  { project, from, newsletter }: Sender,
  request: SentRequest,
  { to, isNews }: SenderMail,
  live: () => readonly Address[],
): Promise<Reply | null> {
  const mail = { to, from, subject: request.key, body: '<p>Hello {{email}}</p>' };
  const body = isNews ? { ...mail, template: newsletter, subscribed: true } : mail;
  const headers = { ...bearer(project.secretKey), 'idempotency-key': request.key };
  const [api] = live();
  request.tries += 1;
  const response = api ? await trySend(api.url, { method: 'POST', path: '/v1/send', headers, body }) : null;
  request.statuses.push(response?.status ?? null);
  readReply(request, response);
  return response;
}

async function resendUntilKnown(...args: Parameters<typeof sendOnce>): Promise<void> {
  for (const [, request] = args; isUnclear(request); ) {
    await sleep(Math.min(10, request.tries)); // Why an increasing pause: thousands of repeats must not become the fault
    await sendOnce(...args);
  }
}

function readReply(request: SentRequest, response: Reply | null): void {
  if (!response || response.status >= 500) return; // unknown: send again
  const { status, body } = response;
  const details = body?.error?.details;
  if (status === 200) request.ids = idsOf(body);
  else if (status === 409 && details?.originalStatusCode === 200) request.ids = idsOf(details.originalResponse);
  else if (![408, 409, 429].includes(status)) request.wrong = `${status} ${JSON.stringify(body)}`;
  if (request.ids !== null) request.acknowledgedAt = new Date();
}

const idsOf = (reply: { data: { emails: { email: string }[] } }): string[] =>
  reply.data.emails.map(({ email }) => email);

/** The time of the reply is what counts: nothing may pass the gate after it. */
async function suppress(
  { log }: FaultSetup,
  { project }: Sender,
  email: string,
  live: () => readonly Address[],
): Promise<void> {
  const [api] = live();
  if (!api) return;
  const headers = bearer(project.secretKey);
  const response = await trySend(api.url, { method: 'POST', path: '/suppressions', headers, body: { email } });
  if (response?.status === 201) log.suppressed.push({ email, at: new Date() });
}
