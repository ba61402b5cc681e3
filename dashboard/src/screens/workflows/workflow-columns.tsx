import { CalendarClock, Hand, Zap } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ListedWorkflow } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { textOf } from './graph/workflow-graph.ts';

interface ColumnOptions {
  readonly projectId: string;
  readonly onSwitch: (workflow: ListedWorkflow, isOn: boolean) => void;
}

const figure = (count: number, href: string): ReactElement =>
  count === 0 ? <span className="t3">0</span> : <a href={href}>{formatCount(count)}</a>;

export const workflowColumns = ({ projectId, onSwitch }: ColumnOptions): readonly Column<ListedWorkflow>[] => [
  {
    key: 'on',
    name: 'On',
    width: 76,
    card: 'rt',
    cell: (workflow) => (
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-checked={workflow.enabled}
        aria-label={`${workflow.name} is ${workflow.enabled ? 'on' : 'off'}`}
        checked={workflow.enabled}
        onChange={(event) => onSwitch(workflow, event.target.checked)}
      />
    ),
  },
  {
    key: 'name',
    name: 'Workflow',
    sortKey: 'name',
    card: 'to',
    cell: (workflow) => <NameCell {...{ projectId, workflow }} />,
  },
  {
    key: 'starts',
    name: 'Starts when',
    width: 220,
    yields: 3,
    card: 'sub',
    cell: (workflow) => <StartsWhen workflow={workflow} />,
  },
  {
    key: 'inside',
    name: 'Inside',
    width: 84,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ id, _count }) => figure(_count.activeExecutions, paths.executions(projectId, id, { state: 'inside' })),
  },
  {
    key: 'waiting',
    name: 'Waiting',
    width: 88,
    yields: 1,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ id, _count }) => figure(_count.waiting, paths.executions(projectId, id, { state: 'waiting' })),
  },
  {
    key: 'failed',
    name: 'Failed, 24 h',
    width: 104,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ id, _count }) =>
      _count.failed24h === 0 ? (
        <span className="t3">0</span>
      ) : (
        <a className="bad" href={paths.executions(projectId, id, { state: 'failed' })}>
          <b>{formatCount(_count.failed24h)}</b>
        </a>
      ),
  },
  {
    key: 'entered',
    name: 'Entered so far',
    width: 116,
    yields: 2,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ id, _count }) => figure(_count.executions, paths.executions(projectId, id)),
  },
  {
    key: 'changed',
    name: 'Changed',
    width: 112,
    align: 'end',
    sortKey: 'updatedAt',
    card: 'tm',
    className: 't3',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

function NameCell({ projectId, workflow }: { projectId: string; workflow: ListedWorkflow }): ReactElement {
  const { id, name, description, pausedAt, _count } = workflow;
  return (
    <>
      <a href={paths.workflow(projectId, id)}>
        <b>{name}</b>
      </a>{' '}
      <span className="t13 t3 wide-only steps-of">{_count.steps === 1 ? '1 step' : `${_count.steps} steps`}</span>
      {pausedAt !== null ? (
        <span className="ln2 t13 warn">
          <StateShape shape="bars" /> Paused by the rules of reputation; its mail is held.
        </span>
      ) : (
        description !== null && <span className="ln2 t13 t3 cut">{description}</span>
      )}
    </>
  );
}

const icon = { className: 'i', size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

function StartsWhen({ workflow: { triggerType, triggerConfig } }: { workflow: ListedWorkflow }): ReactElement {
  if (triggerType === 'MANUAL') return <Starts icon={<Hand {...icon} />}>entered by hand or by the API</Starts>;
  if (triggerType === 'SCHEDULE') {
    const schedule = textOf(triggerConfig?.schedule);
    return (
      <Starts icon={<CalendarClock {...icon} />}>
        {schedule === '' ? 'at set times, none yet' : <code>{schedule}</code>}
      </Starts>
    );
  }
  const event = textOf(triggerConfig?.eventName);
  return <Starts icon={<Zap {...icon} />}>{event === '' ? 'no event yet' : <code>{event}</code>}</Starts>;
}

function Starts({ icon: drawn, children }: { icon: ReactElement; children: React.ReactNode }): ReactElement {
  return (
    <span className="starts-when">
      {drawn}
      <span className="cut">{children}</span>
    </span>
  );
}
