import { useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { isFinal, type ListedExecution, useExecutions, useExecutionTotals } from '../../api/executions.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useContactSearch } from '../../api/workflow-choices.ts';
import { useWorkflow } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { Screen } from '../../shell/screen.tsx';
import { ContactPicker } from '../../widgets/contact-picker/contact-picker.tsx';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { CancelExecutionDialog } from './executions/cancel-execution-dialog.tsx';
import { executionColumns } from './executions/execution-columns.tsx';
import { ExecutionPeek } from './executions/execution-peek.tsx';
import { executionsPageSize, executionsQuery, executionsShape } from './executions/executions-query.ts';
import { NoOneYet } from './executions/no-one-yet.tsx';
import { StartDialog } from './executions/start-dialog.tsx';
import { itemsOf, outlineOf } from './graph/outline-tree.ts';
import { CancelAllDialog } from './workflow-actions.tsx';
import './executions/executions.css';

export function ExecutionsScreen(): ReactElement {
  const { workflowId = '' } = useParams({ strict: false });
  const { project } = useProject();
  const baseUrl = useBaseUrl();
  const { state, set } = useUrlState(executionsShape);
  const query = executionsQuery(state);
  const list = useExecutions(workflowId, query);
  const totals = useExecutionTotals(workflowId).data;
  const { data: workflow } = useWorkflow(workflowId);
  const searchContacts = useContactSearch();
  const [dialog, setDialog] = useState<'start' | 'cancel-all' | ListedExecution | null>(null);
  const outline = useMemo(() => workflow && outlineOf(workflow), [workflow]);
  const columns = useMemo(
    () => executionColumns({ timeZone: project.timezone, numbers: outline?.numbers ?? new Map() }),
    [project.timezone, outline],
  );
  const name = workflow?.name ?? 'Workflow';
  const rows = list.data?.data ?? [];
  const contact = rows.find(({ contactId }) => contactId === state.contact)?.contact;
  const filters = {
    ...(state.step !== '' && { step: state.step }),
    ...(state.version > 0 && { version: String(state.version) }),
    ...(state.contact !== '' && { contact: state.contact }),
  };
  const clear = { state: '', step: '', version: 0, contact: '', page: 1 } as const;
  const isFiltered = Object.keys(filters).length > 0 || state.state !== '';

  return (
    <Screen
      title={`Executions of ${name}`}
      layout="flush"
      crumbs={[
        { name: 'Workflows', href: paths.workflows(project.id) },
        { name, href: paths.workflow(project.id, workflowId) },
        { name: 'Executions' },
      ]}
    >
      <div className="head">
        <div>
          <h1>Executions</h1>
          <p className="sub">
            {totals && `${formatCount(totals.all)} entered `}
            {totals && (
              <a className="plain" href={paths.workflow(project.id, workflowId)}>
                {name}
              </a>
            )}
            {totals &&
              `: ${formatCount(totals.finished)} finished, ${formatCount(totals.inside)} inside, ${formatCount(totals.failed)} failed, ${formatCount(totals.cancelled)} cancelled.`}
          </p>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton
              text={curlOf(baseUrl, { path: `/workflows/${workflowId}/executions`, query: { ...query } })}
            />
          </span>
          <button type="button" className="btn" onClick={() => setDialog('start')}>
            Start one by hand
          </button>
          <button
            type="button"
            className="btn"
            disabled={totals?.inside === 0}
            title={totals?.inside === 0 ? 'No one is inside.' : undefined}
            onClick={() => setDialog('cancel-all')}
          >
            Cancel all…
          </button>
        </div>
      </div>
      <div className="mt8">
        <Tabs
          label="State of executions"
          selected={state.state === 'waiting' ? 'inside' : state.state}
          onSelect={(key) => set({ state: executionsShape.state.read(key) ?? '', page: 1, open: '' })}
          tabs={[
            { key: '', label: 'All', count: totals?.all },
            { key: 'failed', label: 'Failed', count: totals?.failed },
            { key: 'inside', label: 'Inside', count: totals?.inside },
            { key: 'finished', label: 'Finished', count: totals?.finished },
            { key: 'cancelled', label: 'Cancelled', count: totals?.cancelled },
          ]}
          end={
            <ContactPicker
              label="Only this contact"
              value={contact ?? null}
              search={searchContacts}
              onChoose={({ id }) => set({ contact: id, page: 1, open: '' })}
            />
          }
        />
      </div>
      <DataList
        label="Executions"
        things="executions"
        className="executions"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={(execution) => execution.contact?.email ?? 'a deleted contact'}
        frame={frameOf(list)}
        nothingYet={<NoOneYet workflow={workflow} onStart={() => setDialog('start')} />}
        noMatch={{ title: 'No execution matches' }}
        filtering={{
          filters: [
            {
              key: 'step',
              name: 'Step',
              verb: 'is',
              kind: 'choice',
              options: outline
                ? itemsOf(outline).map(({ step, number }) => ({ value: step.id, label: `${number} ${step.name}` }))
                : [],
            },
            { key: 'version', name: 'Version', verb: 'is', kind: 'text', maxLength: 6 },
            {
              key: 'contact',
              name: 'Contact',
              verb: 'is',
              kind: 'choice',
              options: contact ? [{ value: contact.id, label: contact.email }] : [],
            },
          ],
          // Why the group counts as a filter: an empty group is no empty workflow.
          values: state.state !== '' && rows.length === 0 ? { ...filters, state: state.state } : filters,
          onChange: ({ step = '', version = '', contact: only = '' }) =>
            set({ step, version: executionsShape.version.read(version) ?? 0, contact: only, page: 1, open: '' }),
        }}
        {...(isFiltered && { onClearFilters: () => set(clear) })}
        opened={{
          key: state.open === '' ? null : state.open,
          onChange: (open) => set({ open: open ?? '' }),
          place: 'beside',
          title: (execution) => (
            <>
              <h2>{execution.contact?.email ?? 'A deleted contact'}</h2>{' '}
              <span className="t13 t3">version {execution.workflowVersion}</span>
            </>
          ),
          render: (execution) => <ExecutionPeek execution={execution} onCancel={() => setDialog(execution)} />,
        }}
        keys={[
          {
            key: 'Delete',
            does: 'cancel',
            onRun: ([execution]) => {
              if (execution && !isFinal(execution.status)) setDialog(execution);
            },
          },
        ]}
        paging={{
          kind: 'pages',
          page: state.page,
          pageSize: executionsPageSize,
          total: list.data?.total ?? 0,
          onPage: (page) => set({ page }),
        }}
      />
      {dialog === 'start' && <StartDialog workflowId={workflowId} onClose={() => setDialog(null)} />}
      {dialog === 'cancel-all' && (
        <CancelAllDialog
          workflowId={workflowId}
          name={name}
          active={totals?.inside ?? 0}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog !== null && typeof dialog === 'object' && (
        <CancelExecutionDialog
          workflowId={workflowId}
          executionId={dialog.id}
          who={dialog.contact?.email ?? 'a deleted contact'}
          onClose={() => setDialog(null)}
        />
      )}
    </Screen>
  );
}
