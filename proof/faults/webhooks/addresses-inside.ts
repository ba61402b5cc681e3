import { until } from '../../../server/testing/until.ts';
import type { Check } from '../fault-run.ts';
import { insideHosts } from './addresses.ts';
import type { WebhookProject, WebhookSetup } from './setup.ts';

/** Names of a zone that leads inside. `mixed` has an address that may be called as well. */
const namesInside = { 'mixed.test': ['127.0.0.2', '127.0.0.1'], 'metadata.test': ['169.254.169.254'] };

/** Endpoints inside, by address and by name: they are refused when they are made, or each call to them is (T16). */
export async function callInside(setup: WebhookSetup, check: Check): Promise<void> {
  const { zone, client } = setup;
  for (const [name, addresses] of Object.entries(namesInside)) zone.set(name, 'A', addresses);
  const project = await setup.newProject();
  const hosts = [...insideHosts, ...Object.keys(namesInside)];
  const made = await addEndpoints(setup, project, hosts);
  for (let n = 0; n < 3; n += 1) await project.track('visit', `visitor-${n}@example.com`);
  const areTried = await until(async () => {
    const { rows } = await client.query<{ untried: number }>(
      `select count(*)::int as untried from webhook_deliveries where project_id = $1 and tries = 0`,
      [project.id],
    );
    return rows[0]?.untried === 0;
  });
  const { rows } = await client.query<{ error: string; calls: number }>(
    `select a.value ->> 'error' as error, count(*)::int as calls
       from webhook_deliveries d cross join lateral jsonb_array_elements(d.attempts) a where d.project_id = $1 group by 1`,
    [project.id],
  );
  check(
    'webhooks: endpoints inside are refused, by address and by name (T16)',
    areTried &&
      made.length > 0 &&
      rows.length === 1 &&
      rows[0]?.error === 'The host has an address that may not be called.',
    { refusedAtOnce: hosts.length - made.length, made: made.length, errors: rows },
  );
  for (const id of made) await project.api.delete(`/webhook-endpoints/${id}`);
}

/** The ids of those that were made. */
async function addEndpoints({ receivers }: WebhookSetup, project: WebhookProject, hosts: string[]): Promise<string[]> {
  const made: string[] = [];
  for (const host of hosts) {
    const url = receivers.urlOf('inside', project.id, host);
    const { status, body } = await project.api.post('/webhook-endpoints', { url, events: ['visit'] });
    if (status === 201) made.push(body.id);
    else if (status !== 422) throw new Error(`an endpoint inside: ${status} ${JSON.stringify(body)}`);
  }
  return made;
}
