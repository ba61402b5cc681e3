import type { Socket } from 'node:net';
import { newId } from '#platform/ids';
import { errorBody, fixedHeaders } from './envelope.ts';

/** Node's parser errors for a request that could not be parsed, as status, code and message of ours. */
const answers: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'HEADER_TOO_LARGE', 'The header is larger than 16 KB.'],
};
const unreadable = ['400 Bad Request', 'BAD_REQUEST', 'This is not a readable HTTP request.'] as const;

/** Replies with our envelope where no request could be parsed, hence no route applies, and closes the connection. */
export function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const [status, code, message] = answers[error.code ?? ''] ?? unreadable;
  const requestId = newId();
  const body = JSON.stringify(errorBody(Number.parseInt(status, 10), requestId, { code, message }));
  const headers = { ...fixedHeaders(requestId), connection: 'close', 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
