import type { ServerResponse } from 'node:http';
import { signWebhook } from '../../../server/src/pure/webhook-signature/index.ts';
import { type CallTargetServer, type SeenRequest, startCallTarget } from '../../../server/testing/call-target.ts';
import { receiverAddress } from './addresses.ts';
import { type Behaviour, behaviours, type Kind } from './behaviours.ts';

/** A call as its receiver saw it. */
export interface SeenCall {
  readonly kind: Kind;
  readonly projectId: string;
  /** `webhook-id`. */
  readonly id: string;
  /** The id and the contact in the body. */
  readonly eventId: string;
  readonly email: string;
  readonly attempt: number;
  /** Signed with the secret of its endpoint, over these bytes. */
  readonly isSigned: boolean;
  /** When the worker began it, in whole seconds; when it arrived. */
  readonly begunAtSeconds: number;
  readonly arrivedAt: number;
  /** False: it got an error, a redirect or nothing. */
  readonly isAnswered: boolean;
}

export interface Receivers {
  readonly port: number;
  readonly calls: readonly SeenCall[];
  countOf(kind: Kind, projectId?: string): number;
  /** Hears of every call. */
  onCall: (call: SeenCall) => void;
  urlOf(kind: Kind, projectId: string, host?: string): string;
  /** The secret that signs the calls to it. */
  expect(kind: Kind, projectId: string, secret: string): void;
  /** Those that never reply let go. */
  releaseHanging(): void;
  /** The host that goes away: whether it is there. */
  readonly isVanished: boolean;
  vanish(): Promise<void>;
  reappear(): Promise<void>;
  close(): Promise<void>;
}

/** Receivers of all behaviours below one address, each at a path of its own, and one at a port that it leaves. */
export async function startReceivers(insideUrl: () => string): Promise<Receivers> {
  const calls: SeenCall[] = [];
  const counts = new Map<string, number>();
  const secrets = new Map<string, string>();
  const hanging = new Set<ServerResponse>();

  const reply = (request: SeenRequest, response: ServerResponse): void => {
    const [, kind, projectId] = request.path.split('/') as [string, Kind, string]; // the paths of `urlOf`
    const count = (counts.get(kind + projectId) ?? 0) + 1;
    counts.set(kind + projectId, count);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const { headers } = request;
    const id = String(headers['webhook-id']);
    const attempt = Number(headers['webhook-attempt']);
    const behaviour: Behaviour = behaviours[kind]({ id, attempt, count });
    const call = readCall(request, { kind, projectId, id, attempt, isAnswered: isSuccess(behaviour) });
    calls.push(call);
    receivers.onCall(call);
    if (behaviour === 'hang') hanging.add(response);
    else if (behaviour === 'reset') response.destroy();
    else answer(response, behaviour);
  };

  const readCall = (
    { headers, body }: SeenRequest,
    known: Pick<SeenCall, 'kind' | 'projectId' | 'id' | 'attempt' | 'isAnswered'>,
  ): SeenCall => {
    const begunAtSeconds = Number(headers['webhook-timestamp']);
    const sentAt = new Date(begunAtSeconds * 1_000);
    const ownSecrets = [secrets.get(known.kind + known.projectId) ?? ''];
    const signed = signWebhook({ id: known.id, sentAt, body, secrets: ownSecrets });
    const event = JSON.parse(body) as { id: string; contact: { email: string } }; // D-1051
    return {
      ...known,
      eventId: event.id,
      email: event.contact.email,
      isSigned: headers['webhook-signature'] === signed['webhook-signature'],
      begunAtSeconds,
      arrivedAt: Date.now(),
    };
  };

  const answer = (
    response: ServerResponse,
    { status, lateSeconds = 0, retryAfter }: Exclude<Behaviour, string>,
  ): void => {
    const end = (): void => {
      const location = status === 307 ? { location: insideUrl() } : {};
      const pause = retryAfter ? { 'retry-after': String(retryAfter) } : {};
      response.writeHead(status, { ...location, ...pause }).end('{"seen":true}');
    };
    if (lateSeconds > 0) setTimeout(end, lateSeconds * 1_000);
    else end();
  };

  const target = await startCallTarget({ address: receiverAddress, keeps: false, reply });
  let vanishing: CallTargetServer | null = await startCallTarget({ address: receiverAddress, keeps: false, reply });
  const vanishingPort = vanishing.port;
  const receivers: Receivers = {
    port: target.port,
    calls,
    countOf: (kind, projectId = '') => counts.get(kind + projectId) ?? 0,
    onCall: () => {},
    urlOf: (kind, projectId, host = receiverAddress) =>
      `http://${host}:${kind === 'vanishing' ? vanishingPort : target.port}/${kind}/${projectId}`,
    expect: (kind, projectId, secret) => void secrets.set(kind + projectId, secret),
    releaseHanging() {
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    get isVanished() {
      return vanishing === null;
    },
    async vanish() {
      const leaving = vanishing;
      vanishing = null;
      await leaving?.close();
    },
    async reappear() {
      vanishing ??= await startCallTarget({ address: receiverAddress, port: vanishingPort, keeps: false, reply });
    },
    async close() {
      receivers.releaseHanging();
      await target.close();
      await receivers.vanish();
    },
  };
  return receivers;
}

const isSuccess = (behaviour: Behaviour): boolean =>
  typeof behaviour === 'object' && behaviour.status >= 200 && behaviour.status < 300;
