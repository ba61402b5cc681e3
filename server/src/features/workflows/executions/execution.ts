import type { ContactId } from '#features/contacts';
import type { Id } from '#platform/ids';
import type { Cause } from '#pure/causes';
import type { JsonObject } from '#pure/custom-fields';
import type { ExecutionState, FinishedStep } from '#pure/workflow-graph';
import type { TriggerType, WorkflowId } from '../workflow.ts';

export type ExecutionId = Id<'execution'>;
export type StepExecutionId = Id<'stepExecution'>;

/** An active execution as it is stored: what the interpreter needs, and what led to it (D-935). */
export interface StoredExecution extends Cause {
  readonly id: ExecutionId;
  readonly workflowId: WorkflowId;
  readonly version: number;
  readonly contactId: ContactId;
  readonly state: ExecutionState;
  /** No worker has begun it yet; it is not counted. */
  readonly isNew: boolean;
  /** The open step. It is the id of a webhook call, too. */
  readonly stepExecutionId: StepExecutionId;
  /** How many of its steps have ended. */
  readonly stepsEnded: number;
  /** The event that started it or ended its last wait; it does not count again (D-913). */
  readonly lastEventId: string | null;
  /** The event that ended its wait, until a worker goes on with it. */
  readonly wokenBy: WakingEvent | null;
  readonly trigger: ExecutionTrigger;
  readonly key: string | null;
  readonly startedAt: Date;
}

export interface WakingEvent {
  readonly eventId: string;
  readonly data: JsonObject | null;
  readonly at: Date;
}

export interface ExecutionTrigger {
  readonly type: TriggerType;
  readonly eventId: string | null;
  readonly eventName: string | null;
  readonly scheduledAt: Date | null;
}

/** A step that has ended, as it is written to the log. */
export interface LoggedStep extends FinishedStep {
  readonly id: StepExecutionId;
  readonly number: number;
}

/** What one transaction makes of an execution. */
export interface Progress {
  readonly before: StoredExecution;
  readonly state: ExecutionState;
  /** Of the open step. */
  readonly stepExecutionId: StepExecutionId;
  readonly steps: readonly LoggedStep[];
  readonly lastEventId: string | null;
  /** When a worker takes it up again; null: another spool goes on with it, or it has ended. */
  readonly dueAt: Date | null;
  /** An event that it waited for and that has come already. */
  readonly wokenBy?: WakingEvent | undefined;
}
