import { request } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/context';
import { type Identity, type KeyEntry, TooManyRequests } from '#platform/identity';
import { limits } from '#pure/limits';
import { countFailedAttempt } from './failed-attempts.ts';

/** A call of the API from within the process, on behalf of a client that came by another protocol. */
export interface LocalCall {
  readonly path: string;
  readonly secretKey: string;
  readonly idempotencyKey: string | null;
  /** JSON. */
  readonly body: Uint8Array;
  readonly clientAddress: string;
  readonly userAgent: string;
}

export interface LocalReply {
  readonly status: number;
  readonly requestId: string;
  /** The refusal passes by itself. */
  readonly isTemporary: boolean;
  readonly body: unknown;
}

/** The API for listeners of other protocols in the same process. */
export interface LocalApi {
  /** The project of a secret key, or null; counts like a call, a wrong key like any other. Refuses as the entry does. */
  identify(secretKey: string, clientAddress: string): Promise<KeyEntry | null>;
  /** The whole path of an HTTP request, from the entry to the request log. */
  post(call: LocalCall): Promise<LocalReply>;
}

export const localApi = (
  server: FastifyInstance,
  { entryDatabase }: Pick<Services, 'entryDatabase'>,
  identity: Identity,
): LocalApi => ({
  async identify(secretKey, clientAddress) {
    const found = await identity.bySecretKey(secretKey);
    if (!found) await countFailedAttempt(entryDatabase, clientAddress);
    const { requestsPerCaller: limit } = limits;
    if (found && found.rate.used > limit.max) throw TooManyRequests('project', limit, found.rate.resetSeconds);
    return found;
  },
  post: (call) => post(server, call),
});

/** Why over a pair of streams: it is a real request, so nothing in its path can tell the difference. */
async function post(server: FastifyInstance, call: LocalCall): Promise<LocalReply> {
  const [clientSide, serverSide] = duplexPair();
  server.server.emit('connection', Object.assign(serverSide, { remoteAddress: call.clientAddress }));
  const { promise, resolve, reject } = Promise.withResolvers<LocalReply>();
  const sent = request({
    createConnection: () => clientSide as never, // any duplex stream serves as a socket
    method: 'POST',
    path: call.path,
    headers: {
      host: 'localhost',
      connection: 'close',
      authorization: `Bearer ${call.secretKey}`,
      'content-type': 'application/json',
      'content-length': call.body.length,
      'user-agent': call.userAgent,
      ...(call.idempotencyKey === null ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
  });
  sent.on('error', reject);
  sent.on('response', (reply) => {
    const status = reply.statusCode ?? 500;
    const isTemporary = status >= 500 || reply.headers['retry-after'] !== undefined;
    const requestId = String(reply.headers['x-request-id']);
    text(reply)
      .then((body) => ({ status, requestId, isTemporary, body: JSON.parse(body) as unknown }))
      .then(resolve, reject);
  });
  sent.end(call.body);
  return promise;
}
