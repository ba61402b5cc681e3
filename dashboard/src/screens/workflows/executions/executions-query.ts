import type { ExecutionsQuery } from '../../../api/executions.ts';
import { oneOf, text, whole } from '../../../navigation/url-state.ts';

export const executionGroups = ['', 'inside', 'waiting', 'failed', 'finished', 'cancelled'] as const;
export type ExecutionGroup = (typeof executionGroups)[number];

export const executionsShape = {
  state: oneOf(executionGroups, ''),
  step: text(64),
  version: whole(0, 0, 1_000_000),
  contact: text(64),
  page: whole(1, 1, 200),
  open: text(64),
} as const;

const statuses: Readonly<Record<ExecutionGroup, string | null>> = {
  '': null,
  inside: 'RUNNING,WAITING',
  waiting: 'WAITING',
  failed: 'FAILED',
  finished: 'COMPLETED,EXITED',
  cancelled: 'CANCELLED',
};

export const executionsPageSize = 50;

interface ExecutionsState {
  readonly state: ExecutionGroup;
  readonly step: string;
  readonly version: number;
  readonly contact: string;
  readonly page: number;
}

/** The query of the API for what the URL says. */
export function executionsQuery({ state, step, version, contact, page }: ExecutionsState): ExecutionsQuery {
  const status = statuses[state];
  return {
    page,
    pageSize: executionsPageSize,
    ...(status !== null && { status }),
    ...(step !== '' && { stepId: step }),
    ...(version > 0 && { version }),
    ...(contact !== '' && { contactId: contact }),
  };
}
