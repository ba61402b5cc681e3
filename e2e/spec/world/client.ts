import type { OutgoingHttpHeaders } from 'node:http';
import type { Call, Reply, Send } from './http.ts';

type Verb = (path: string, body?: unknown, headers?: OutgoingHttpHeaders) => Promise<Reply>;

/** Somebody who calls the API: the same credentials and the same place every time. */
export interface Client {
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Reply>;
  post: Verb;
  put: Verb;
  patch: Verb;
  delete: Verb;
  send: Send;
  /** The same caller with more headers. */
  with(headers: OutgoingHttpHeaders): Client;
}

export function clientOf(send: Send, fixed: OutgoingHttpHeaders = {}): Client {
  const sent = (call: Call): Promise<Reply> => send({ ...call, headers: { ...fixed, ...call.headers } });
  const verb =
    (method: string): Verb =>
    (path, body, headers = {}) =>
      sent({ method, path, body, headers });
  return {
    get: (path, headers = {}) => sent({ method: 'GET', path, headers }),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    send: sent,
    with: (headers) => clientOf(send, { ...fixed, ...headers }),
  };
}

export const bearer = (key: string): OutgoingHttpHeaders => ({ authorization: `Bearer ${key}` });
