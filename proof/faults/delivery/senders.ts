import { randomUUIDv7 } from 'node:crypto';
import { givenSender } from '../../../server/testing/given-mail.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import { settingsFor } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { makeProjects } from '../../instance/projects.ts';
import { sleep } from '../fault-run.ts';
import type { Answer } from '../shoot.ts';
import { shoot } from '../shoot.ts';
import type { FaultYard } from './yard.ts';

/** A request as its client sees it: sent again with the same key until an answer says what became of it. */
export interface SentRequest {
  readonly key: string;
  tries: number;
  /** Ids from a 200, or from a 409 that tells of an earlier 200. Null while nobody knows. */
  ids: readonly string[] | null;
  /** An answer that must not come. */
  wrong: string | null;
  /** The status of every answer so far; null for a connection that broke. */
  readonly statuses: (number | null)[];
}

/** Clients of the API, each with a project of its own. */
export interface Senders {
  readonly requests: readonly SentRequest[];
  /** One request more, asked once. */
  probe(): Promise<Answer | null>;
  /** Makes no new requests, and waits until every one is known: a key is free again a minute after its process died. */
  finish(): Promise<void>;
}

interface Sender {
  readonly project: ProofProject;
  readonly from: string;
  readonly newsletter: string;
}

const clients = 8;
const pauseSeconds = 0.12;

/** `live` are the API processes that may be asked; it changes while they are killed and started. */
export async function startSenders(
  yard: FaultYard,
  live: () => readonly ServerProcess[],
  crowd = clients,
): Promise<Senders> {
  const senders = await makeSenders(yard, crowd);
  const requests: SentRequest[] = [];
  const unclear: Promise<void>[] = [];
  let isStopping = false;
  const loops = senders.map(async (sender) => {
    for (let count = 0; !isStopping; count += 1) {
      const request = newRequest();
      requests.push(request);
      // An address is of one project alone: the judge knows suppressions by it.
      const mail = { to: `person-${count}-of-${shortName(sender)}@example.com`, isNews: count % 2 === 1 };
      await ask(sender, request, mail, live);
      // Why not waited for: a key whose process died is free after a minute, and meanwhile the client has other mail.
      if (isUnclear(request)) unclear.push(askAgain(sender, request, mail, live));
      else if (count % 10 === 9) await suppress(yard, sender, mail.to, live);
      await sleep(pauseSeconds);
    }
  });
  return {
    requests,
    async probe() {
      const request = newRequest();
      const [sender] = senders;
      if (!sender) throw new Error('no sender');
      requests.push(request);
      const mail = { to: `probe-${request.key}@example.com`, isNews: false };
      const answer = await ask(sender, request, mail, live);
      if (isUnclear(request)) unclear.push(askAgain(sender, request, mail, live));
      return answer;
    },
    async finish() {
      isStopping = true;
      await Promise.all(loops);
      await Promise.all(unclear);
      yard.log.accepted.push(...requests.flatMap(({ ids }) => ids ?? []));
    },
  };
}

const newRequest = (): SentRequest => ({ key: randomUUIDv7(), tries: 0, ids: null, wrong: null, statuses: [] });

/** Short, and no other's: a yard may have several crowds. */
const shortName = ({ project }: Pick<Sender, 'project'>): string => project.id.slice(-8);

async function makeSenders({ client, url }: FaultYard, crowd: number): Promise<Sender[]> {
  const projects = await makeProjects(client, crowd);
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

interface WantedMail {
  readonly to: string;
  readonly isNews: boolean;
}

const isUnclear = ({ ids, wrong }: SentRequest): boolean => ids === null && wrong === null;

async function ask(
  { project, from, newsletter }: Sender,
  request: SentRequest,
  { to, isNews }: WantedMail,
  live: () => readonly ServerProcess[],
): Promise<Answer | null> {
  const mail = { to, from, subject: request.key, body: '<p>Hello {{email}}</p>' };
  const body = JSON.stringify(isNews ? { ...mail, template: newsletter, subscribed: true } : mail);
  const headers = { authorization: `Bearer ${project.secretKey}`, 'idempotency-key': request.key };
  const [api] = live();
  request.tries += 1;
  const answer = api ? await shoot({ url: `${api.url}/v1/send`, headers, body }) : null;
  request.statuses.push(answer?.status ?? null);
  read(request, answer);
  return answer;
}

async function askAgain(...asked: Parameters<typeof ask>): Promise<void> {
  for (const [, request] = asked; isUnclear(request); ) {
    await sleep(Math.min(10, request.tries)); // Why longer and longer: thousands that wait must not become the fault
    await ask(...asked);
  }
}

function read(request: SentRequest, answer: Answer | null): void {
  if (!answer || answer.status >= 500) return; // nobody knows: ask again
  const { status, body } = answer;
  const details = body?.error?.details;
  if (status === 200) request.ids = idsOf(body);
  else if (status === 409 && details?.originalStatusCode === 200) request.ids = idsOf(details.originalResponse);
  else if (![408, 409, 429].includes(status)) request.wrong = `${status} ${JSON.stringify(body)}`;
}

const idsOf = (reply: { data: { emails: { email: string }[] } }): string[] =>
  reply.data.emails.map(({ email }) => email);

/** The moment of the answer is what counts: nothing may pass the gate after it. */
async function suppress(
  { log }: FaultYard,
  { project }: Sender,
  email: string,
  live: () => readonly ServerProcess[],
): Promise<void> {
  const [api] = live();
  if (!api) return;
  const headers = { authorization: `Bearer ${project.secretKey}` };
  const answer = await shoot({ url: `${api.url}/suppressions`, headers, body: JSON.stringify({ email }) });
  if (answer?.status === 201) log.suppressed.push({ email, at: new Date() });
}
