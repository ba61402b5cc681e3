import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '#pure/limits';
import { type CallOutcome, failed, type OutgoingCall } from './call.ts';
import type { CallTarget } from './call-target.ts';

/** Replies before the reply (1xx). */
const maxInterim = 20;
const maxHeaderValue = 200;

const brokenOff = failed('reply', 'The host closed the connection before the reply was complete.');
const unreadable = failed('reply', 'The reply is not valid HTTP.');

/** Headers that are about the connection; a given one would contradict ours or change how the reply is framed. */
const ours = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings', 'te', 'trailer', 'expect'],
  ...['content-length', 'transfer-encoding', 'accept-encoding'],
]);

/** Sends one request on a connection and reads what is allowed of the reply. The caller closes the connection. */
export function exchange(
  socket: Socket,
  target: CallTarget,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { promise, resolve } = Promise.withResolvers<CallOutcome>();
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const outgoing = startRequest(socket, target, call);
  if (!outgoing) return Promise.resolve(failed('request', 'A header has a name or a value that HTTP cannot carry.'));
  let interim = 0;
  outgoing.on('information', () => {
    interim += 1;
    if (interim > maxInterim) resolve(failed('reply', 'The host sent no reply, only interim ones.'));
  });
  outgoing.on('response', (response) => {
    resolve(readReply(response, call.maxReplyBytes ?? limits.callReplyBytes));
  });
  // Without effect once a reply has begun: then its reader says how it ended.
  outgoing.on('error', (error) => resolve(isUnreadable(error) ? unreadable : brokenOff));
  outgoing.on('close', () => resolve(brokenOff));
  outgoing.end(call.body ?? undefined);
  return promise;
}

/**
 * Null if Node refuses a header.
 * Why no agent: agents keep connections, and follow the proxy variables of the environment.
 */
function startRequest(
  socket: Socket,
  target: CallTarget,
  { method, headers = {}, body }: OutgoingCall,
): ClientRequest | null {
  const given = Object.entries(headers).filter(([name]) => !ours.has(name.toLowerCase()));
  const hasBody = body || method === 'POST' || method === 'PUT' || method === 'PATCH';
  try {
    return request({
      createConnection: () => socket,
      method,
      path: target.path,
      headers: {
        ...Object.fromEntries(given),
        Host: target.hostHeader,
        Connection: 'close',
        'Accept-Encoding': 'identity',
        ...(hasBody ? { 'Content-Length': String(body?.byteLength ?? 0) } : {}),
      },
      maxHeaderSize: limits.callReplyHeaderBytes,
      insecureHTTPParser: false,
    });
  } catch {
    return null;
  }
}

/** What is beyond `maxBytes` is not read. */
async function readReply(response: IncomingMessage, maxBytes: number): Promise<CallOutcome> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isTruncated = false;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      isTruncated = size > maxBytes;
      if (isTruncated) break;
    }
  } catch {
    return brokenOff; // it ended early
  }
  return {
    kind: 'replied',
    statusCode: response.statusCode ?? 0,
    contentType: response.headers['content-type']?.slice(0, maxHeaderValue) ?? null,
    retryAfter: response.headers['retry-after']?.slice(0, maxHeaderValue) ?? null,
    body: Buffer.concat(chunks),
    isTruncated,
  };
}

const isUnreadable = (error: Error): boolean => 'code' in error && String(error.code).startsWith('HPE_');
