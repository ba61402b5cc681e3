import { until } from '../../../server/testing/until.ts';
import type { Check } from '../fault-run.ts';
import type { WebhookSetup } from './setup.ts';

/** F22: 410 disables; of the calls at once at most the other one is made as well, and what waits is abandoned. */
export async function checkGoneTarget(setup: WebhookSetup, check: Check): Promise<void> {
  const { client, receivers } = setup;
  const project = await setup.newProject();
  const id = await project.addEndpoint('gone', 'visit');
  for (let n = 0; n < 20; n += 1) await project.track('visit', `visitor-${n}@example.com`);
  const isCleared = await until(async () => {
    const { rowCount } = await client.query('select from webhook_deliveries where endpoint_id = $1 limit 1', [id]);
    return rowCount === 0;
  });
  const { rows } = await client.query<{ reason: string }>(
    'select disabled_reason as reason from webhook_endpoints where id = $1',
    [id],
  );
  const calls = receivers.countOf('gone');
  check(
    'webhooks: 410 disables the endpoint, and what waits is abandoned (F22)',
    isCleared && rows[0]?.reason === 'GONE' && calls <= 2,
    { calls, reason: rows[0]?.reason },
  );
}
