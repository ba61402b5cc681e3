import { type ExecutionState, isActive } from '#pure/workflow-graph';
import type { Progress } from './execution.ts';

const statuses = ['running', 'waiting', 'completed', 'exited', 'failed', 'cancelled'] as const;
type CountedStatus = (typeof statuses)[number];

interface ExecutionCounts extends Record<CountedStatus | 'started', number> {
  readonly workflow_id: string;
  readonly version: number;
}

/** How the counts of each version change: one row for each that does. */
export function executionCounts(progress: readonly Progress[]): ExecutionCounts[] {
  const sums = new Map<string, ExecutionCounts>();
  for (const { before, state } of progress) {
    const { workflowId: workflow_id, version } = before;
    const key = `${workflow_id}:${version}`;
    const sum = sums.get(key) ?? { workflow_id, version, started: 0, ...none };
    sums.set(key, sum);
    if (before.isNew) sum.started += 1;
    else sum[statusOf(before.state)] -= 1;
    sum[statusOf(state)] += 1;
  }
  return [...sums.values()].filter((sum) => sum.started !== 0 || statuses.some((status) => sum[status] !== 0));
}

const none = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<CountedStatus, number>; // all of them

const statusOf = ({ status }: ExecutionState): CountedStatus => status.toLowerCase() as CountedStatus; // one for each status

interface StepCounts {
  readonly workflow_id: string;
  readonly step_id: string;
  entered: number;
  completed: number;
  failed: number;
  skipped: number;
}

/** The same for steps: those that were entered, and those that ended. */
export function stepCounts(progress: readonly Progress[]): StepCounts[] {
  const sums = new Map<string, StepCounts>();
  for (const { before, state, steps } of progress) {
    const sumOf = (step_id: string): StepCounts => {
      const key = `${before.workflowId}:${step_id}`;
      const sum = sums.get(key) ?? {
        workflow_id: before.workflowId,
        step_id,
        entered: 0,
        completed: 0,
        failed: 0,
        skipped: 0,
      };
      sums.set(key, sum);
      return sum;
    };
    for (const { stepId, status } of steps) {
      sumOf(stepId).entered += 1;
      sumOf(stepId)[endOf[status]] += 1;
    }
    if (isActive(state)) sumOf(state.stepId).entered += 1;
    if (!before.isNew) sumOf(before.state.stepId).entered -= 1; // counted when it was entered
  }
  return [...sums.values()].filter(
    ({ entered, completed, failed, skipped }) => entered + completed + failed + skipped > 0,
  );
}

const endOf = { COMPLETED: 'completed', FAILED: 'failed', SKIPPED: 'skipped' } as const;

/** Executions that failed, by workflow. */
export function countFailures(progress: readonly Progress[]): { workflow_id: string; failed: number }[] {
  const failed = progress.filter(({ state }) => state.status === 'FAILED');
  return Array.from(
    Map.groupBy(failed, ({ before }) => before.workflowId),
    ([workflow_id, own]) => ({
      workflow_id,
      failed: own.length,
    }),
  );
}
