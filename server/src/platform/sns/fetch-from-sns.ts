import { request } from 'node:https';
import type { Config } from '#platform/config';

export interface SnsReply {
  readonly status: number;
  readonly body: string;
}

const timeoutMs = 5_000;
const maxBytes = 65_536;

/**
 * Fetches a certificate or confirms a subscription at Amazon SNS. Only for URLs that were checked: https, a host of the
 * service, nothing else in them. Redirects are not followed, proxies of the environment not used.
 */
export function fetchFromSns(config: Config, address: URL): Promise<SnsReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SnsReply>();
  const outgoing = request(
    {
      ...connectionOptions(config, address),
      path: `${address.pathname}${address.search}`,
      method: 'GET',
      agent: false,
    },
    (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) outgoing.destroy(new Error('the answer is too large'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    },
  );
  const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs);
  outgoing.on('error', reject);
  outgoing.on('close', () => clearTimeout(timer));
  outgoing.end();
  return promise;
}

/** In tests the service runs on this machine; its certificate must still be valid for the requested host name. */
function connectionOptions({ ENVIRONMENT, SNS_STAND_IN: standIn }: Config, { hostname }: URL): object {
  if (ENVIRONMENT !== 'test' || !standIn) return { host: hostname, port: 443, servername: hostname };
  const headers = { host: hostname };
  return { host: '127.0.0.1', port: standIn.port, servername: hostname, ca: standIn.ca, headers };
}
