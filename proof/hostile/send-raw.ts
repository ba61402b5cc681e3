import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** As written in the first line. */
  readonly target: string;
  /** Written as they are, byte by byte; no library checks them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const maxWaitMs = 20_000;

/** Sends bytes that no client would, and returns the status of the reply; 0 when the connection ended without one. */
export function sendRaw(url: string, { method, target, headers, body = '' }: RawRequest): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const all = { host, connection: 'close', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const { promise, resolve } = Promise.withResolvers<number>();
  let start = '';
  const socket = connect(Number(port), hostname, () => {
    socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'));
    socket.write(body);
  });
  socket.on('data', (chunk) => {
    if (start.length < 20) start += chunk.toString('latin1');
  });
  socket.setTimeout(maxWaitMs, () => socket.destroy());
  socket.on('error', () => {}); // followed by `close`
  socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? 0)));
  return promise;
}
