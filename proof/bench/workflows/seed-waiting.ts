import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import type { Graph } from '../../../server/src/pure/workflow-graph/index.ts';
import type { BenchDatabase } from './bench-database.ts';

/** Steps of the workflow in which all of them wait: a chain of delays. */
export const delayIds = Array.from({ length: 12 }, () => randomUUIDv7());
/** The step at which every tenth waits: for an event that no load sends. */
const waitId = randomUUIDv7();
const triggerId = randomUUIDv7();
export const workflowId = randomUUIDv7();

const graph: Graph = {
  trigger: { type: 'EVENT', config: { eventName: 'never sent' } },
  steps: [
    { id: triggerId, type: 'TRIGGER', name: 'Trigger', config: { eventName: 'never sent' }, templateId: null },
    ...delayIds.map((id, index) => ({
      ...{ id, type: 'DELAY' as const, name: `Wait ${index}`, config: { amount: 60, unit: 'days' }, templateId: null },
    })),
    { id: waitId, type: 'WAIT_FOR_EVENT', name: 'Wait', config: { eventName: 'never sent either' }, templateId: null },
  ],
  transitions: [triggerId, ...delayIds].map((fromStepId, index) => ({
    ...{ id: randomUUIDv7(), fromStepId, toStepId: delayIds[index] ?? waitId, branch: null, automatic: false },
  })),
};

/**
 * The same workflow in every project, and contacts that wait in it: nine of ten at a delay of two months, one of ten for an event. The
 * rows are those that the product writes.
 */
export async function seedWaiting({ client, projects }: BenchDatabase, count: number): Promise<void> {
  const ids = projects.map(({ id }) => id);
  const each = Math.ceil(count / projects.length);
  await insertWorkflow(client, ids, { id: workflowId, graph, event: 'never sent' });
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select p, gen_random_uuid(), 'sleeper-' || n || '@example.com', true, '{"plan":"pro","city":"Bonn"}', 'api', now(), now()
       from unnest($1::uuid[]) p cross join generate_series(0, $2::int - 1) n`,
    [ids, each],
  );
  await client.query(
    `insert into executions (project_id, id, workflow_id, version, contact_id, status, step_id, step_execution_id, steps_ended, open,
            arrived_at, context, depth, is_public, trigger_type, trigger_event, started_at, updated_at, due_at)
     select c.project_id, gen_random_uuid(), $1, 1, c.id, 'WAITING', k.step, gen_random_uuid(), 1,
            case when k.step = $3 then jsonb_build_object('status', 'WAITING', 'startedAt', now(), 'scheduledFor', k.due, 'waitingFor', 'never sent either')
                 else jsonb_build_object('status', 'SCHEDULED', 'startedAt', now(), 'executeAfter', k.due, 'output',
                        jsonb_build_object('delayAmount', 60, 'delayUnit', 'days', 'resumeAt', k.due)) end,
            now(), '{"amount":42}', 1, false, 'EVENT', 'never sent', now(), now(), k.due
       from contacts c cross join lateral (
         select case when hashtext(c.id::text) % 10 = 0 then $3::uuid else $2::uuid end as step,
                date_trunc('milliseconds', now() + interval '60 days' + random() * interval '30 days') as due) k
      where c.email like 'sleeper-%'`,
    [workflowId, delayIds[0], waitId],
  );
  await client.query(
    `insert into execution_waits (project_id, contact_id, name, execution_id)
     select project_id, contact_id, 'never sent either', id from executions where step_id = $1`,
    [waitId],
  );
  await client.query(
    `insert into workflow_entries (project_id, workflow_id, contact_id, execution_id, active_since, hour_began)
     select project_id, workflow_id, contact_id, id, started_at, started_at from executions`,
  );
  await client.query('vacuum analyze contacts, executions, execution_waits, workflow_entries, workflows');
  await client.query('checkpoint');
}

/** A workflow that is enabled, in each of these projects, with its graph stored by version. */
export async function insertWorkflow(
  client: Client,
  projectIds: readonly string[],
  given: { id: string; graph: Graph; event: string },
): Promise<void> {
  await client.query(
    `insert into workflows (project_id, id, name, enabled, trigger_config, trigger_event, allow_reentry, created_at, updated_at)
     select p, $2, 'Journey', true, jsonb_build_object('eventName', $3::text), $3, false, now(), now() from unnest($1::uuid[]) p`,
    [projectIds, given.id, given.event],
  );
  await client.query(
    `insert into workflow_versions (project_id, workflow_id, version, graph, template_ids, created_at)
     select p, $2, 1, $3, '{}', now() from unnest($1::uuid[]) p`,
    [projectIds, given.id, JSON.stringify(given.graph)],
  );
}

/** Bytes on disk for each waiting execution, with its indexes. */
export async function storageOf(client: Client): Promise<object> {
  const { rows } = await client.query(
    `select round(pg_total_relation_size('executions') / count(*)) as "bytesOfExecution",
            round(pg_total_relation_size('workflow_entries') / count(*)) as "bytesOfEntry" from executions`,
  );
  return rows[0] ?? {};
}
