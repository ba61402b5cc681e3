import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FilledTables, openFilledTables } from '../../testing/fill-tables.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

/** What a reset keeps, by feature (D-1150, D-1151). A new table makes these tests fail until it stands in one of the two lists. */
const kept = [
  ['api_keys', 'first_key_uses', 'invitations', 'memberships', 'webhook_secrets'],
  ['webhook_endpoints', 'webhook_queues'],
  ['billing_accounts', 'billing_caps', 'billing_failed_invoices', 'billing_notices', 'billing_units', 'billing_usage'],
  ['meter_events'],
  ['domain_checks', 'domain_identities', 'domain_keys', 'domains', 'ownership_tokens'],
  ['own_providers', 'provider_tests', 'suppressions'],
  ['reputation_counts', 'reputation_notices', 'reputation_states', 'reputation_suspensions'],
].flat();

const erased = [
  ['activity_log', 'idempotency_keys', 'job_batches', 'job_errors', 'job_files', 'jobs', 'upload_totals', 'uploads'],
  ['campaign_counts', 'campaign_links', 'campaign_preflight_runs', 'campaign_preflights', 'campaign_reasons'],
  ['campaign_runs', 'campaigns', 'previews', 'templates'],
  ['consent_records', 'contact_field_values', 'contact_fields', 'contact_tallies', 'contact_totals', 'contacts'],
  ['contact_figure_starts', 'contact_figures'],
  ['contact_events', 'event_counts', 'event_names', 'event_quarters', 'events'],
  ['segment_checks', 'segment_members', 'segment_slugs', 'segments'],
  ['click_judgements', 'deliveries', 'delivery_attempts', 'email_attachments', 'email_contents', 'email_delays'],
  ['email_links', 'emails', 'inbox_messages', 'mail_figure_checks', 'mail_figure_fills', 'mail_figures', 'mail_stops'],
  ['mail_breakdown_starts', 'mail_breakdowns', 'mail_erasures', 'mail_totals'],
  ['received_mails', 'shared_texts', 'test_outcomes', 'tracking_hits', 'inbound_reports'],
  ['key_usage_hours', 'logged_call_erasures', 'logged_calls'],
  ['execution_keys', 'execution_waits', 'executions', 'finished_executions', 'step_executions', 'workflow_calls'],
  ['webhook_deliveries', 'webhook_delivery_log'],
  ['workflow_counts', 'workflow_entries', 'workflow_hours', 'workflow_schedules', 'workflow_starts'],
  ['workflow_step_counts', 'workflow_steps', 'workflow_transitions', 'workflow_versions', 'workflows'],
].flat();

let app: TestApp;
let tables: FilledTables;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  tables = await openFilledTables(app.databaseUrl);
});
afterAll(async () => {
  await tables.close();
  await app.close();
});

async function filledProject() {
  const project = await app.given.project();
  await tables.fill(project.id);
  const rows = await tables.rowsOf(project.id);
  expect(Object.keys(rows).toSorted()).toEqual(tables.names);
  return { ...project, rows, path: `/users/@me/projects/${project.id}` };
}

const only = (rows: Record<string, string[]>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => names.includes(name)));

const isMarked = async (projectId: string): Promise<boolean> => {
  const { pool } = app.app.services.database;
  const { rowCount } = await pool.query('select from projects where id = $1 and wipe_began_at is not null', [
    projectId,
  ]);
  return rowCount === 1;
};

test('every table of a project is either kept or erased by a reset', () => {
  expect([...kept, ...erased].toSorted()).toEqual(tables.names);
});

test('a reset erases every table of its list, and changes no row of the others nor of a neighbour (D-1151)', async () => {
  const [own, neighbour] = [await filledProject(), await filledProject()];

  const reply = own.owner.client.post(`${own.path}/reset`, { confirm: own.name });
  expect(await until(() => isMarked(own.id))).toBe(true);
  await app.settle();

  // 202 on a machine that took longer than the request waits.
  const { status, body } = await reply;
  expect([200, 202]).toContain(status);
  if (status === 200) expect(body).toEqual({ success: true, message: 'Project data deleted' });
  expect(await until(async () => !(await isMarked(own.id)))).toBe(true);
  const { jobs, ...left } = await tables.rowsOf(own.id);
  expect(left).toEqual(only(own.rows, kept));
  expect(jobs).toEqual([expect.stringMatching(/,reset,completed,100,/)]);
  expect(await tables.rowsOf(neighbour.id)).toEqual(neighbour.rows);
});

test('a deleted project leaves no row in any table but what is billed, and a neighbour is unchanged (D-1113)', async () => {
  const [own, neighbour] = [await filledProject(), await filledProject()];

  expect((await own.owner.client.delete(own.path)).status).toBe(204);
  await app.settle();

  const { meter_events: billed = [], ...left } = await tables.rowsOf(own.id);
  expect(left).toEqual({});
  expect(billed).toEqual(expect.arrayContaining(own.rows.meter_events ?? []));
  const { pool } = app.app.services.database;
  expect((await pool.query('select from projects where id = $1', [own.id])).rowCount).toBe(0);
  expect(await tables.rowsOf(neighbour.id)).toEqual(neighbour.rows);
});
