import type { ReactElement } from 'react';
import type { ListedExecution } from '../../../api/executions.ts';
import type { Column } from '../../../widgets/data-list/column.ts';
import { formatMoment } from '../../../widgets/figures/format.ts';
import { RelativeTime, useNow } from '../../../widgets/figures/relative-time.tsx';
import { executionState } from '../../../widgets/state-chip/other-states.ts';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';

interface ColumnOptions {
  readonly timeZone: string;
  /** Numbers of the steps as they stand now; a step of an older version may have none. */
  readonly numbers: ReadonlyMap<string, number>;
}

export const executionColumns = ({ timeZone, numbers }: ColumnOptions): readonly Column<ListedExecution>[] => [
  {
    key: 'person',
    name: 'Person',
    width: 236,
    card: 'to',
    isOpener: true,
    cell: ({ contact }) => (contact ? <span className="cut">{contact.email}</span> : 'a deleted contact'),
  },
  {
    key: 'state',
    name: 'State',
    card: 'stt',
    cell: (execution) => <ExecutionState execution={execution} timeZone={timeZone} />,
  },
  {
    key: 'step',
    name: 'At step',
    width: 176,
    yields: 2,
    card: 'sub',
    className: 't2',
    cell: ({ currentStep, currentStepId }) => (
      <span className="cut">
        {numbers.get(currentStepId) ?? ''} {currentStep?.name ?? 'a step that is gone'}
      </span>
    ),
  },
  {
    key: 'version',
    name: 'Version',
    width: 72,
    yields: 1,
    align: 'end',
    isHiddenOnPhone: true,
    className: 't3',
    cell: ({ workflowVersion }) => workflowVersion,
  },
  {
    key: 'since',
    name: 'Since',
    width: 104,
    align: 'end',
    card: 'tm',
    className: 't3',
    cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
  },
];

interface ExecutionStateProps {
  readonly execution: Pick<ListedExecution, 'status' | 'dueAt' | 'waitingFor' | 'exitReason'>;
  readonly timeZone: string;
}

/** State, and after it until when or why. */
export function ExecutionState({ execution, timeZone }: ExecutionStateProps): ReactElement {
  const now = useNow();
  const { status, dueAt, waitingFor, exitReason } = execution;
  const until = dueAt === null ? null : formatMoment(Date.parse(dueAt), now, timeZone);
  const reason =
    status === 'WAITING'
      ? [waitingFor && `for ${waitingFor}`, until && `until ${until}`].filter(Boolean).join(', ')
      : status === 'EXITED' && exitReason !== null && exitReason !== 'exit_step'
        ? exitReason
        : status === 'CANCELLED' && exitReason === 'contact_deleted'
          ? 'the contact was deleted'
          : '';
  return <StateChip state={executionState(status)} reason={reason || undefined} />;
}
