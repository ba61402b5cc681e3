import { until } from '../../../server/testing/until.ts';
import type { Check } from '../fault-run.ts';
import { lastAttempt } from './behaviours.ts';
import { leap, settle } from './passing-time.ts';
import type { WebhookSetup } from './setup.ts';

/** After so long an endpoint that fails is disabled. */
const failingHours = 72;
const maxCalls = 10;

/**
 * T44: what waits for a dead endpoint costs one call for each step of the schedule, however much it is. Beside it a delivery that succeeds
 * at the last attempt of all (D-1053).
 */
export async function checkDeadTarget(setup: WebhookSetup, waiting: number, check: Check): Promise<void> {
  const { client, receivers } = setup;
  const project = await setup.newProject();
  const id = await project.addEndpoint('dead', 'order');
  await project.addEndpoint('patient', 'visit');
  await project.track('visit', 'visitor@example.com');
  for (let n = 0; n < 5; n += 1) await project.track('order', `buyer-${n}@example.com`);
  await addWaiting(setup, id, waiting);
  const isFailing = await until(async () => (await hoursFailing(setup, id)) !== null);
  await settle(setup);
  const callsBefore = receivers.countOf('dead');
  await leapUntil(setup, async () => ((await hoursFailing(setup, id)) ?? 0) >= failingHours);
  const calls = receivers.countOf('dead') - callsBefore;
  const { rows } = await client.query<{ unsent: number }>(
    `select (select count(*) from webhook_deliveries where endpoint_id = $1)
            + (select count(*) from webhook_delivery_log where endpoint_id = $1 and status = 'abandoned') as unsent`,
    [id],
  );
  const unsent = Number(rows[0]?.unsent);
  check(
    'webhooks: a dead endpoint with very many waiting gets at most ten calls in three days (T44)',
    isFailing && calls >= 5 && calls <= maxCalls && unsent >= waiting,
    { calls, callsUntilFailing: callsBefore, unsent },
  );
  await leapUntil(setup, () => hasEnded(setup));
  const patient = receivers.calls.filter(({ kind }) => kind === 'patient');
  check(
    'webhooks: a delivery has ten attempts, with one id (D-1053)',
    patient.length === lastAttempt &&
      patient.at(-1)?.isAnswered === true &&
      new Set(patient.map((c) => c.id)).size === 1,
    { attempts: patient.map(({ attempt }) => attempt) },
  );
}

/** From one moment that something is due to the next. */
async function leapUntil(setup: WebhookSetup, isOver: () => Promise<boolean>): Promise<void> {
  for (let leaps = 0; !(await isOver()); leaps += 1) {
    if (leaps > 100) throw new Error('the schedule does not come to its end');
    await leap(setup);
    await settle(setup);
  }
}

/** Deliveries of the events that are there already, as if each had come many times. */
async function addWaiting({ client }: WebhookSetup, id: string, waiting: number): Promise<void> {
  await client.query(
    `with known as materialized (select * from webhook_deliveries where endpoint_id = $1)
     insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
     select k.project_id, k.endpoint_id, id_in_order((extract(epoch from now()) * 1000)::bigint + n / 1000, n % 1000),
            k.event_id, k.event_at, k.contact_id, k.type, now()
       from generate_series(1, $2::int / (select count(*)::int from known) + 1) n cross join known k`,
    [id, waiting],
  );
  await client.query('update webhook_queues set due_at = now() where id = $1 and lease_until is null', [id]);
}

/** By the clock of the database; null before it fails. Three days later it is disabled as well. */
async function hoursFailing({ client }: WebhookSetup, id: string): Promise<number | null> {
  const { rows } = await client.query<{ hours: number | null }>(
    'select extract(epoch from now() - failing_since)::float8 / 3600 as hours from webhook_endpoints where id = $1',
    [id],
  );
  return rows[0]?.hours ?? null;
}

/** The delivery with ten attempts has come to its end, whichever. */
async function hasEnded({ client }: WebhookSetup): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from webhook_deliveries d join webhook_endpoints w on w.project_id = d.project_id and w.id = d.endpoint_id
      where w.url like '%/patient/%'`,
  );
  return rowCount === 0;
}
