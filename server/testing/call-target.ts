import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import type { Certificate } from './certificates.ts';

/** A request as the other side of a call saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The name in the TLS handshake; null without one. */
  readonly serverName: string | null;
}

/** A server that calls are made to. */
export interface CallTargetServer {
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  /** Connections made so far, also those on which nothing was asked. */
  readonly connections: number;
  /** Connections that are open now. */
  readonly open: number;
  /** Bytes that were handed to the network for the other side. */
  readonly bytesSent: number;
  close(): Promise<void>;
}

interface TargetOptions {
  /** Plain HTTP without one. */
  readonly certificate?: Certificate;
  readonly address?: string;
  readonly port?: number;
  /** False: requests are not kept, where very many come. */
  readonly keeps?: boolean;
  /** 200 and `{}` unless given. */
  reply?(request: SeenRequest, response: ServerResponse): void;
}

/** Serves HTTP on this machine and notes what it was asked. */
export async function startCallTarget({
  certificate,
  reply = plainReply,
  keeps = true,
  ...at
}: TargetOptions = {}): Promise<CallTargetServer> {
  const requests: SeenRequest[] = [];
  const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => {}); // the caller left
    response.on('error', () => {});
    incoming.on('end', () => {
      const { method = '', url = '', headers, socket } = incoming;
      const serverName = 'servername' in socket && typeof socket.servername === 'string' ? socket.servername : null;
      const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString(), serverName };
      if (keeps) requests.push(seen);
      reply(seen, response);
    });
  };
  const server: Server = certificate ? createTlsServer({ ...certificate }, handle) : createServer(handle);
  return listen(server, requests, at);
}

/** Takes connections and lets the test decide what is sent on them. */
export const startRawTarget = (onConnection: (socket: Socket) => void): Promise<CallTargetServer> =>
  listen(createTcpServer(onConnection), [], {});

const plainReply = (_request: SeenRequest, response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

async function listen(
  server: TcpServer,
  requests: readonly SeenRequest[],
  { address = '127.0.0.1', port = 0 }: Pick<TargetOptions, 'address' | 'port'>,
): Promise<CallTargetServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytesSent = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      bytesSent += socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get bytesSent() {
      return bytesSent;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
