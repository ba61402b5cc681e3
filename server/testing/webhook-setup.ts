import type { SpoolDefinition } from '../src/platform/spool/index.ts';
import { type CallSetup, startCallSetup, urlOf } from './call-setup.ts';
import { runSchedule } from './test-app.ts';
import { until } from './until.ts';

interface MadeEndpoint {
  readonly id: string;
  readonly secret: string;
}

interface ShownDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: readonly Record<string, unknown>[];
  readonly nextAttemptAt: string | null;
}

/** A project whose endpoints are on this machine. */
export interface WebhookSetup extends CallSetup {
  givenEndpoint(fields?: object): Promise<MadeEndpoint>;
  endpoint(id: string): Promise<Record<string, unknown>>;
  deliveries(id: string, query?: string): Promise<ShownDelivery[]>;
  /** Waits until that many deliveries of the endpoint have ended. */
  untilEnded(id: string, count: number): Promise<boolean>;
  /** Waits until no delivery of the endpoint waits, so that its calls are over. */
  untilNoneWaits(id: string): Promise<boolean>;
  /** The same until the newest delivery of the endpoint had so many attempts; no pause is waited for. */
  untilAttempts(id: string, count: number): Promise<boolean>;
  /** As if the pauses before the next attempts, and before the next probe, had passed. */
  passPauses(): Promise<void>;
}

export async function startWebhookSetup(template: string, spools: readonly SpoolDefinition[]): Promise<WebhookSetup> {
  const calls = await startCallSetup(template, spools);
  const setup: WebhookSetup = Object.assign(calls, {
    async givenEndpoint(fields: object = {}) {
      const given = { url: urlOf(calls), events: ['signup'], ...fields };
      const { status, body } = await calls.api.post('/webhook-endpoints', given);
      if (status !== 201) throw new Error(`no endpoint: ${JSON.stringify(body)}`);
      return body;
    },
    endpoint: async (id: string) => (await calls.api.get(`/webhook-endpoints/${id}`)).body,
    deliveries: async (id: string, query = '') =>
      (await calls.api.get(`/webhook-endpoints/${id}/deliveries?limit=100&${query}`)).body.data,
    untilEnded: (id: string, count: number) =>
      until(async () => {
        await runSchedule(calls.app, 'webhooks.wake-queues'); // what a look has missed
        const rows = await setup.deliveries(id);
        return rows.filter(({ status }) => status !== 'waiting').length >= count;
      }),
    untilNoneWaits: (id: string) =>
      until(async () => {
        await runSchedule(calls.app, 'webhooks.wake-queues');
        return (await setup.endpoint(id)).pending === 0;
      }),
    untilAttempts: (id: string, count: number) =>
      until(async () => {
        const [newest] = await setup.deliveries(id);
        if ((newest?.attempts.length ?? 0) >= count) return true;
        await setup.passPauses();
        return false;
      }),
    async passPauses() {
      await calls.rows('update webhook_deliveries set due_at = now() where project_id = $1 and due_at > now()');
      await calls.rows(
        'update webhook_endpoints set next_probe_at = now() where project_id = $1 and failing_since is not null',
      );
      await calls.rows('update webhook_queues set due_at = now() where project_id = $1 and lease_until is null');
    },
  });
  return setup;
}
