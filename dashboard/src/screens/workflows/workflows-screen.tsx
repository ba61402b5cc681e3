import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { frameOf } from '../../api/frame.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { type ListedWorkflow, type NewWorkflow, useSwitchWorkflow, useWorkflows } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, text, useUrlState, whole } from '../../navigation/url-state.ts';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import type { Filter } from '../../widgets/data-list/filter.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { NewWorkflowDialog } from './new-workflow-dialog.tsx';
import { startingPoints } from './starting-points.ts';
import { StartingPoints } from './starting-points-view.tsx';
import { workflowColumns } from './workflow-columns.tsx';
import './workflows.css';

const shape = {
  search: text(),
  status: oneOf(['', 'active', 'disabled'], ''),
  sort: oneOf(['createdAt', 'name', 'updatedAt', 'steps'], 'createdAt'),
  dir: oneOf(['desc', 'asc'], 'desc'),
  page: whole(1, 1, 100_000),
  /** What the open dialog begins with; any other text than the key of a starting point is an empty one. */
  new: text(20),
} as const;

const filters: readonly Filter[] = [
  {
    key: 'status',
    name: 'State',
    verb: 'is',
    kind: 'choice',
    options: [
      { value: 'active', label: 'on' },
      { value: 'disabled', label: 'off' },
    ],
  },
];

const pageSize = 50;
const blank: NewWorkflow = { name: '', eventName: '', steps: [] };

export function WorkflowsScreen(): ReactElement {
  const baseUrl = useBaseUrl();
  const { project } = useProject();
  const navigate = useNavigate();
  const { state, set } = useUrlState(shape);
  const beginBlank = () => set({ new: '1' });
  useLetter('n', beginBlank);
  const query = {
    page: state.page,
    pageSize,
    sort: state.sort,
    dir: state.dir,
    ...(state.search !== '' && { search: state.search }),
    ...(state.status !== '' && { status: state.status }),
  };
  const list = useWorkflows(query);
  const switching = useSwitchWorkflow();
  const { mutate } = switching;
  const columns = useMemo(
    () => workflowColumns({ projectId: project.id, onSwitch: ({ id }, isOn) => mutate({ id, isOn }) }),
    [project.id, mutate],
  );
  const rows = list.data?.data ?? [];

  const open = ({ id }: ListedWorkflow) =>
    void navigate({ href: paths.workflow(project.id, id).replace(/^\/app/, '') });
  const refused = switching.isError ? problemOf(switching.error) : null;
  const refusedId = switching.variables?.id;

  return (
    <Screen title="Workflows" layout="flush">
      <div className="head tight">
        <h1>Workflows</h1>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curlOf(baseUrl, { path: '/workflows', query })} />
          </span>
          <button type="button" className="btn primary" onClick={beginBlank}>
            <Plus className="i only-s" size={16} strokeWidth={1.75} aria-hidden />
            New workflow{' '}
            <kbd className="key wide-only" aria-hidden>
              n
            </kbd>
          </button>
        </div>
      </div>
      {refused && (
        <ProblemNotice problem={refused}>
          {refusedId !== undefined && (
            <>
              {' '}
              <a className="plain" href={paths.workflow(project.id, refusedId)}>
                Open the workflow to see what is missing
              </a>
            </>
          )}
        </ProblemNotice>
      )}
      <DataList
        label="Workflows"
        things="workflows"
        className="flows"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        frame={frameOf(list)}
        nothingYet={<StartingPoints onStart={({ key }) => set({ new: key })} onBlank={beginBlank} />}
        noMatch={{ title: 'No workflow matches' }}
        search={{
          value: state.search,
          onChange: (search) => set({ search, page: 1 }, { replace: true }),
          placeholder: 'Name or description',
        }}
        filtering={{
          filters,
          values: state.status === '' ? {} : { status: state.status },
          onChange: ({ status = '' }) =>
            set({ status: status === 'active' || status === 'disabled' ? status : '', page: 1 }),
        }}
        onClearFilters={() => set({ search: '', status: '', page: 1 })}
        sort={{ key: state.sort, direction: state.dir }}
        onSort={({ key, direction }) => set({ sort: shape.sort.read(key) ?? 'createdAt', dir: direction, page: 1 })}
        onOpen={open}
        summary={list.data && list.data.total > 0 && <Summary total={list.data.total} rows={rows} />}
        paging={{
          kind: 'pages',
          page: state.page,
          pageSize,
          total: list.data?.total ?? 0,
          onPage: (page) => set({ page }),
        }}
      />
      {state.new !== '' && (
        <NewWorkflowDialog
          key={state.new}
          start={startingPoints.find(({ key }) => key === state.new) ?? blank}
          onClose={() => set({ new: '' }, { replace: true })}
        />
      )}
    </Screen>
  );
}

/** Sums are said only when the page holds every workflow. */
function Summary({ total, rows }: { readonly total: number; readonly rows: readonly ListedWorkflow[] }): ReactElement {
  const workflows = total === 1 ? '1 workflow' : `${formatCount(total)} workflows`;
  if (rows.length !== total) return <>{workflows}</>;
  const on = rows.filter(({ enabled }) => enabled).length;
  const inside = rows.reduce((sum, { _count }) => sum + _count.activeExecutions, 0);
  const people = inside === 1 ? '1 person is inside.' : `${formatCount(inside)} people are inside.`;
  return (
    <>
      {workflows}, {on} {on === 1 ? 'is' : 'are'} on. {people}
    </>
  );
}
