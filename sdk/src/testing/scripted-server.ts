import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from '../client/settings.ts';

interface ReceivedRequest {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScriptedServer {
  readonly options: ClientOptions;
  readonly requests: ReceivedRequest[];
  /** The pauses that clients made, in milliseconds. None of them took any time. */
  readonly pauses: number[];
}

/** A server that replies as it is instructed, in order; `lost` breaks the connection, `silent` never replies. */
export async function scriptedServer(replies: readonly (ScriptedReply | 'lost' | 'silent')[]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const pauses: number[] = [];
  const respond = (response: ServerResponse): void => {
    const reply = replies[requests.length - 1] ?? { status: 500 };
    if (reply === 'silent') return;
    if (reply === 'lost') {
      response.destroy();
      return;
    }
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status, { 'content-type': isText ? 'text/plain' : 'application/json', ...reply.headers });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const sleep = async (milliseconds: number) => void pauses.push(milliseconds);
  return { requests, pauses, options: { baseUrl, sleep } };
}

/** The envelope of a refusal. */
export const refusal = (
  status: number,
  code: string,
  rest: object = {},
  headers: Record<string, string> = {},
): ScriptedReply => ({
  status,
  headers,
  body: {
    success: false,
    error: { code, message: 'It was refused.', statusCode: status, requestId: 'request-1', ...rest },
    timestamp: '2026-01-01T00:00:00.000Z',
  },
});
