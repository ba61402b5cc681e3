import type { Client } from 'pg';
import type { Check } from '../fault-run.ts';

/** What must hold of all executions of a database whenever nothing is due (I9); each query finds what breaks it. */
const rules: readonly (readonly [statement: string, query: string])[] = [
  [
    'no step of an execution was done twice',
    'select 1 from step_executions group by project_id, execution_id, step_id having count(*) > 1',
  ],
  [
    'no execution is both active and finished, or finished twice',
    `select 1 from (select project_id, id from executions union all select project_id, id from finished_executions) x
      group by project_id, id having count(*) > 1`,
  ],
  [
    'no contact has two active executions of one workflow',
    'select 1 from executions group by project_id, workflow_id, contact_id having count(*) > 1',
  ],
  [
    'none waits for an event that its contact has had since the arrival',
    `select 1 from execution_waits w join executions x on x.project_id = w.project_id and x.id = w.execution_id
       join events e on e.project_id = w.project_id and e.contact_id = w.contact_id and e.name = w.name
      where e.created_at >= x.arrived_at and e.id is distinct from x.last_event_id and e.depth <= 10`,
  ],
  [
    'whoever waits for an event has its row, and nobody else',
    `select 1 from execution_waits w full join (select project_id, id from executions where open ? 'waitingFor' and woken_by is null) x
         on x.project_id = w.project_id and x.id = w.execution_id where w.execution_id is null or x.id is null`,
  ],
  [
    'each mail belongs to a step that was done, and each such step has one',
    `select 1 from (select project_id, step_execution_id as id, count(*) from emails where step_execution_id is not null group by 1, 2) m
       full join (select project_id, id from step_executions where type = 'SEND_EMAIL' and status = 'COMPLETED') s using (project_id, id)
      where m.id is null or m.count > 1 or (s.id is null and exists (
        select 1 from step_executions d where d.project_id = m.project_id and d.id = m.id and d.status <> 'COMPLETED'))`,
  ],
  [
    'counts are those of the rows',
    `select 1 from (
       select project_id, workflow_id, sum(started) as started, sum(running + waiting) as active,
              sum(completed + exited + failed + cancelled) as ended from workflow_counts group by 1, 2) c
       full join (
         select project_id, workflow_id, count(*) as started, count(*) filter (where is_active) as active, count(*) filter (where not is_active) as ended
           from (select project_id, workflow_id, true as is_active from executions union all
                 select project_id, workflow_id, false from finished_executions) x group by 1, 2) x using (project_id, workflow_id)
      where (c.started, c.active, c.ended) is distinct from (x.started, x.active, x.ended)`,
  ],
];

/** Limit: to be called when nothing is due. */
export async function checkExecutions(client: Client, name: string, check: Check): Promise<void> {
  for (const [statement, query] of rules) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from (${query}) broken`);
    check(`${name}: ${statement} (I9)`, rows[0]?.count === 0, { broken: rows[0]?.count });
  }
}
