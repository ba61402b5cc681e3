import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificates.ts';

export interface SesCall {
  readonly to: readonly string[];
  readonly message: Buffer;
  readonly tags: Readonly<Record<string, string>>;
  readonly configurationSet: string | null;
  readonly authorization: string;
}

/** An answer of the service: a status with the kind of error, or something that happens to connections. */
export type SesAnswer =
  | 'ok'
  | { readonly status: number; readonly type: string; readonly message: string; readonly afterMs?: number }
  /** Sends the mail and loses its own answer. */
  | 'silent'
  | { readonly okAfterMs: number };

/** A relay setting for instances that only listen to the notices of the service: nothing answers there. */
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
  /** What it took. */
  readonly calls: SesCall[];
  close(): Promise<void>;
}

export async function startFakeSes(certificate: Certificate): Promise<FakeSes> {
  const server = createServer(certificate, (request, response) => {
    serve(made, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const made: FakeSes = {
    endpoint: `https://127.0.0.1:${port}`,
    ca: certificate.cert,
    answer: 'ok',
    calls: [],
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}

async function serve(ses: FakeSes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  if (request.method === 'GET' && request.url === '/v2/email/account') {
    return reply(response, 200, { SendingEnabled: true, ProductionAccessEnabled: true });
  }
  if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') return reply(response, 404, {});
  const { answer } = ses;
  if (typeof answer === 'object' && 'status' in answer) {
    await wait(answer.afterMs ?? 0);
    return reply(response, answer.status, { message: answer.message }, { 'x-amzn-errortype': answer.type });
  }
  ses.calls.push(callOf(request, JSON.parse(Buffer.concat(chunks).toString())));
  if (answer === 'silent') return void request.socket.destroy();
  if (typeof answer === 'object') await wait(answer.okAfterMs);
  return reply(response, 200, { MessageId: `0100018f${ses.calls.length.toString().padStart(8, '0')}-aaaa-000000` });
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
