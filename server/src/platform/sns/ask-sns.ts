import { request } from 'node:https';
import type { Config } from '#platform/config';

export interface SnsAnswer {
  readonly status: number;
  readonly body: string;
}

const timeoutMs = 5_000;
const mostBytes = 65_536;

/**
 * Asks Amazon's notification service for a certificate or a confirmation. Only for addresses that were checked: https, a
 * host of the service, nothing else in them. Redirects are not followed, proxies of the environment not used.
 */
export function askSns(config: Config, address: URL): Promise<SnsAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SnsAnswer>();
  const asked = request(
    { ...placeOf(config, address), path: `${address.pathname}${address.search}`, method: 'GET', agent: false },
    (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > mostBytes) asked.destroy(new Error('the answer is too large'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    },
  );
  const timer = setTimeout(() => asked.destroy(new Error('no answer in time')), timeoutMs);
  asked.on('error', reject);
  asked.on('close', () => clearTimeout(timer));
  asked.end();
  return promise;
}

/** In tests the service stands on this machine; its certificate must still be good for the name that was asked for. */
function placeOf({ ENVIRONMENT, SNS_STAND_IN: standIn }: Config, { hostname }: URL): object {
  if (ENVIRONMENT !== 'test' || !standIn) return { host: hostname, port: 443, servername: hostname };
  const headers = { host: hostname };
  return { host: '127.0.0.1', port: standIn.port, servername: hostname, ca: standIn.ca, headers };
}
