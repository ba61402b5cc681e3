import type { Client } from 'pg';
import type { JsonObject } from '../../../server/src/pure/custom-fields/index.ts';

/** A step that the server has logged. */
export interface RecordedStep {
  readonly id: string;
  readonly stepId: string;
  readonly type: string;
  readonly status: string;
  readonly branch: string | null;
  readonly scheduledFor: Date | null;
  readonly executeAfter: Date | null;
  readonly attempt: number;
  readonly output: JsonObject | null;
  readonly error: { readonly code: string } | null;
  readonly startedAt: Date;
  readonly completedAt: Date;
  /** When the first attempt of a call began. */
  readonly calledAt: Date | null;
}

export interface RecordedEvent {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  readonly data: JsonObject | null;
}

/** What the server made of one journey. */
export interface RecordedJourney {
  readonly executionId: string;
  readonly triggerEventId: string;
  readonly status: string;
  readonly exitReason: string | null;
  readonly context: JsonObject;
  readonly contact: {
    readonly email: string;
    readonly subscribed: boolean;
    readonly data: JsonObject;
    readonly createdAt: Date;
  };
  readonly steps: readonly RecordedStep[];
  /** All events of the contact, in order. */
  readonly events: readonly RecordedEvent[];
  /** How many mails each step made, by the id of the step execution. */
  readonly mails: Readonly<Record<string, number>>;
}

/** The journeys of one project by the id of their workflow; one entry for each execution. */
export async function loadRecorded(client: Client, projectId: string): Promise<Map<string, RecordedJourney[]>> {
  const { rows } = await client.query<RecordedJourney & { workflowId: string }>(
    `select x.workflow_id as "workflowId", x.id as "executionId", x.trigger_event_id as "triggerEventId", x.status,
            x.exit_reason as "exitReason", coalesce(x.context, '{}') as context,
            jsonb_build_object('email', c.email, 'subscribed', c.subscribed, 'data', c.data, 'createdAt', c.created_at) as contact,
            (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'stepId', s.step_id, 'type', s.type, 'status', s.status,
                'branch', s.branch, 'scheduledFor', s.scheduled_for, 'executeAfter', s.execute_after, 'attempt', s.attempt,
                'output', s.output, 'error', s.error, 'startedAt', s.started_at, 'completedAt', s.completed_at,
                'calledAt', b.called_at) order by s.number), '[]')
               from step_executions s left join call_beginnings b on b.step_execution_id = s.id
              where s.project_id = x.project_id and s.execution_id = x.id) as steps,
            (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'at', e.created_at, 'data', e.data)
                order by e.created_at, e.id), '[]')
               from events e where e.project_id = x.project_id and e.contact_id = x.contact_id) as events,
            (select coalesce(jsonb_object_agg(m.step_execution_id, m.count), '{}') from (
               select e.step_execution_id, count(*) from emails e
                where e.project_id = x.project_id and e.execution_id = x.id group by 1) m) as mails
       from finished_executions x join contacts c on c.project_id = x.project_id and c.id = x.contact_id
      where x.project_id = $1`,
    [projectId],
  );
  return Map.groupBy(rows.map(withDates), ({ workflowId }) => workflowId);
}

/** JSON has no dates: its texts are read as such. */
function withDates<T extends RecordedJourney>(row: T): T {
  const date = (value: Date): Date => new Date(value);
  const dateOrNull = (value: Date | null): Date | null => (value === null ? null : new Date(value));
  return {
    ...row,
    contact: { ...row.contact, createdAt: date(row.contact.createdAt) },
    events: row.events.map((event) => ({ ...event, at: date(event.at) })),
    steps: row.steps.map((step) => ({
      ...step,
      ...{ scheduledFor: dateOrNull(step.scheduledFor), executeAfter: dateOrNull(step.executeAfter) },
      ...{ startedAt: date(step.startedAt), completedAt: date(step.completedAt), calledAt: dateOrNull(step.calledAt) },
    })),
  };
}

/**
 * Keeps when calls began, which the product stores no longer than the step is open: what comes behind a call counts from there (D-934).
 * Called before the first of them.
 */
export async function keepCallBeginnings(client: Client): Promise<void> {
  await client.query(`
    create table call_beginnings (step_execution_id uuid primary key, called_at timestamptz not null);
    create function keep_call_beginning() returns trigger language plpgsql security definer as $$
      begin
        insert into public.call_beginnings values (new.step_execution_id, (new.open ->> 'calledAt')::timestamptz) on conflict do nothing;
        return null;
      end $$;
    create trigger keep_call_beginning after update of open on executions
      for each row when (new.open ->> 'calledAt' is not null) execute function keep_call_beginning()`);
}
