import type { Body, Item, Query, Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useProjectChange, useProjectQuery } from './project.ts';

export type ListedExecution = Item<'GET /workflows/{id}/executions'>;
export type ExecutionDetails = Reply<'GET /workflows/{id}/executions/{executionId}'>;
export type StepExecution = ExecutionDetails['stepExecutions'][number];
export type ExecutionsQuery = Query<'GET /workflows/{id}/executions'>;

const rereadMs = 5_000;
const stale = [['workflows']] as const;

export const useExecutions = (
  workflowId: string,
  query: ExecutionsQuery,
): UseQueryResult<Reply<'GET /workflows/{id}/executions'>> =>
  useProjectQuery(
    ['workflows', 'executions', workflowId, query],
    (session, signal) => session.executions.list(workflowId, query, { signal }),
    { keepsPrevious: true, refetchMs: rereadMs },
  );

const finalStatuses: readonly string[] = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'];

export const isFinal = (status: string): boolean => finalStatuses.includes(status);

export const useExecution = (workflowId: string, id: string): UseQueryResult<ExecutionDetails> =>
  useProjectQuery(
    ['workflows', 'execution', workflowId, id],
    (session, signal) => session.executions.get(workflowId, id, { signal }),
    { isEnabled: id !== '', refetchMs: (execution) => (execution && isFinal(execution.status) ? false : rereadMs) },
  );

export const useStartExecution = (
  workflowId: string,
): UseMutationResult<unknown, Error, Body<'POST /workflows/{id}/executions'>> =>
  useProjectChange((session, body) => session.executions.start(workflowId, body), stale);

export const useCancelExecution = (workflowId: string): UseMutationResult<unknown, Error, string> =>
  useProjectChange((session, id) => session.executions.cancel(workflowId, id), stale);

export const useCancelAll = (
  workflowId: string,
): UseMutationResult<Reply<'POST /workflows/{id}/executions/cancel-all'>, Error, void> =>
  useProjectChange((session) => session.executions.cancelAll(workflowId), stale);

export interface ExecutionTotals {
  readonly all: number;
  readonly inside: number;
  readonly finished: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** How many executions are in each group, from the counts that the server keeps. */
export const useExecutionTotals = (workflowId: string): UseQueryResult<ExecutionTotals> =>
  useProjectQuery(
    ['workflows', 'execution-totals', workflowId],
    async (session, signal) => {
      const total = async (status?: string) =>
        (await session.executions.list(workflowId, { pageSize: 1, ...(status && { status }) }, { signal })).total;
      const [all, inside, finished, failed, cancelled] = await Promise.all([
        total(),
        total('RUNNING,WAITING'),
        total('COMPLETED,EXITED'),
        total('FAILED'),
        total('CANCELLED'),
      ]);
      return { all, inside, finished, failed, cancelled };
    },
    { refetchMs: rereadMs },
  );
