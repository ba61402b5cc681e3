import { randomUUIDv7 } from 'node:crypto';
import { bearer, type Reply } from '../../../server/testing/client.ts';
import { sleep } from '../../faults/fault-run.ts';
import { trySend } from '../../faults/requests.ts';
import type { Tenant } from '../../load/tenants.ts';
import type { Router } from './router.ts';

/** What the callers of one project did, and what they were promised. */
export interface Traffic {
  /** Emails that were accepted. */
  readonly accepted: readonly string[];
  /** Events that were taken, by their number. */
  readonly tracked: readonly number[];
  readonly statuses: readonly (number | null)[];
  /** Ends after every call has an outcome. */
  stop(): Promise<void>;
}

const pauseSeconds = 0.1;

/** Sends and tracks without a pause, each call again with its key until it is taken, as a careful application does. */
export function startTraffic(router: Router, tenant: Tenant): Traffic {
  const [accepted, tracked, statuses]: [string[], number[], (number | null)[]] = [[], [], []];
  let isStopping = false;
  const take = async (path: string, key: string, body: object): Promise<Reply> => {
    const headers = { ...bearer(key), 'idempotency-key': randomUUIDv7() };
    for (;;) {
      const reply = await trySend(router.url, { method: 'POST', path, headers, body });
      statuses.push(reply?.status ?? null);
      if (reply && reply.status < 500 && reply.status !== 429) return reply;
      await sleep(0.5);
    }
  };
  const send = async (): Promise<void> => {
    for (let number = 0; !isStopping; number += 1) {
      const to = `person-${number}-on-the-way@example.com`;
      const body = { to, from: tenant.from, subject: `Number ${number}`, body: '<p>Hello {{email}}</p>' };
      const reply = await take('/v1/send', tenant.secretKey, body);
      const { data } = reply.status === 200 ? reply.body : (reply.body.error?.details?.originalResponse ?? {});
      accepted.push(...(data?.emails ?? []).map(({ email }: { email: string }) => email));
      await sleep(pauseSeconds);
    }
  };
  const track = async (): Promise<void> => {
    for (let number = 0; !isStopping; number += 1) {
      const body = { email: 'person-1@example.com', event: 'moved-along', data: { number } };
      const reply = await take('/v1/track', tenant.publicKey, body);
      if (reply.status === 200 || reply.status === 409) tracked.push(number);
      await sleep(pauseSeconds);
    }
  };
  const loops = [send(), track()];
  return {
    accepted,
    tracked,
    statuses,
    async stop() {
      isStopping = true;
      await Promise.all(loops);
    },
  };
}
