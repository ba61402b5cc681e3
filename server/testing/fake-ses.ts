import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { type FakeIdentity, handleIdentityCall } from './fake-identities.ts';

export interface SesCall {
  readonly to: readonly string[];
  readonly message: Buffer;
  readonly tags: Readonly<Record<string, string>>;
  readonly configurationSet: string | null;
  readonly authorization: string;
}

export interface SesRefusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly afterMs?: number;
}

/** How the service replies: a status with the kind of error, or a connection failure. */
export type SesAnswer =
  | 'ok'
  | SesRefusal
  /** Sends the mail and loses its own reply. */
  | 'silent'
  | { readonly okAfterMs: number };

/** A relay setting for instances that only receive the notices of the service: nothing listens at its endpoint. */
export const sesRelay = {
  kind: 'ses',
  region: 'eu-west-1',
  endpoint: 'https://127.0.0.1:9',
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'secret',
} as const;

/** Amazon SES v2 as far as we use it, on this machine: the real paths, bodies and errors over HTTPS. */
export interface FakeSes {
  readonly endpoint: string;
  readonly ca: string;
  answer: SesAnswer;
  /** The reply to calls about the account; null for one that may send. */
  accountAnswer: SesRefusal | null;
  /** The reply to calls about identities; null for a service that works. */
  identityAnswer: SesRefusal | 'silent' | null;
  /** Sender domains by name. */
  readonly identities: Map<string, FakeIdentity>;
  /** Calls about identities so far, as `METHOD /path`. */
  readonly identityCalls: string[];
  /** The mails it accepted. */
  readonly calls: SesCall[];
  /** Connections so far. */
  readonly connections: number;
  /** Closes every connection; new ones are accepted. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeSes(certificate: Certificate): Promise<FakeSes> {
  const server = createServer(certificate, (request, response) => {
    serve(ses, request, response).catch(() => response.destroy());
  });
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  server.unref(); // it may live as long as a whole file of tests
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const ses: FakeSes = {
    endpoint: `https://127.0.0.1:${port}`,
    ca: certificate.cert,
    answer: 'ok',
    accountAnswer: null,
    identityAnswer: null,
    identities: new Map(),
    identityCalls: [],
    calls: [],
    get connections() {
      return connections;
    },
    async cut() {
      for (const socket of sockets) socket.destroy(); // also those that are not encrypted yet
      await wait(20);
    },
    async close() {
      if (!server.listening) return;
      await ses.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return ses;
}

async function serve(ses: FakeSes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  if (request.method === 'GET' && request.url === '/v2/email/account') {
    if (ses.accountAnswer) return refuse(response, ses.accountAnswer);
    return reply(response, 200, { SendingEnabled: true, ProductionAccessEnabled: true });
  }
  if (/^\/v[12]\/email\/identities(\/|$)/.test(request.url ?? '')) {
    return serveIdentities(ses, request, response, Buffer.concat(chunks).toString());
  }
  if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') return reply(response, 404, {});
  const { answer } = ses;
  if (typeof answer === 'object' && 'status' in answer) return refuse(response, answer);
  ses.calls.push(callOf(request, JSON.parse(Buffer.concat(chunks).toString())));
  if (answer === 'silent') return void request.socket.destroy();
  if (typeof answer === 'object') await wait(answer.okAfterMs);
  return reply(response, 200, { MessageId: `0100018f${ses.calls.length.toString().padStart(8, '0')}-aaaa-000000` });
}

async function serveIdentities(
  ses: FakeSes,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  ses.identityCalls.push(`${request.method} ${request.url}`);
  if (ses.identityAnswer === 'silent') return;
  if (ses.identityAnswer) return refuse(response, ses.identityAnswer);
  const { status, type, ...rest } = handleIdentityCall(ses.identities, `${request.method} ${request.url}`, body);
  reply(response, status, rest, type ? { 'x-amzn-errortype': type } : {});
}

async function refuse(response: ServerResponse, { status, type, message, afterMs = 0 }: SesRefusal): Promise<void> {
  await wait(afterMs);
  reply(response, status, { message }, { 'x-amzn-errortype': type });
}

interface SendEmailBody {
  Destination: { ToAddresses: string[] };
  Content: { Raw: { Data: string } };
  EmailTags: { Name: string; Value: string }[];
  ConfigurationSetName?: string;
}

const callOf = (request: IncomingMessage, body: SendEmailBody): SesCall => ({
  to: body.Destination.ToAddresses,
  message: Buffer.from(body.Content.Raw.Data, 'base64'),
  tags: Object.fromEntries(body.EmailTags.map(({ Name, Value }) => [Name, Value])),
  configurationSet: body.ConfigurationSetName ?? null,
  authorization: request.headers.authorization ?? '',
});

const reply = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
