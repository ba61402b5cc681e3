import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { isFinal, useExecution } from '../../api/executions.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { Bill } from '../../widgets/bill/bill.tsx';
import { AddressText } from '../../widgets/copy-cell/address-text.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { CancelExecutionDialog } from './executions/cancel-execution-dialog.tsx';
import { ExecutionState } from './executions/execution-columns.tsx';
import { Journey } from './executions/journey.tsx';
import './executions/executions.css';

/** One journey. */
export function ExecutionScreen(): ReactElement {
  const { workflowId = '', executionId = '' } = useParams({ strict: false });
  const { project } = useProject();
  const execution = useExecution(workflowId, executionId);
  const [isCancelling, setIsCancelling] = useState(false);
  const { data } = execution;
  const who = data?.contact?.email ?? (data ? 'a deleted contact' : 'Execution');
  return (
    <Screen
      title={who}
      crumbs={[
        { name: 'Workflows', href: paths.workflows(project.id) },
        { name: data?.workflow.name ?? 'Workflow', href: paths.workflow(project.id, workflowId) },
        { name: 'Executions', href: paths.executions(project.id, workflowId) },
        { name: who },
      ]}
    >
      <div className="head">
        <h1>
          <AddressText address={who} />
        </h1>
        <div className="acts">
          {data?.contact && (
            <a className="btn" href={paths.contact(project.id, data.contact.id)}>
              Open contact
            </a>
          )}
          {data && !isFinal(data.status) && (
            <button type="button" className="btn" onClick={() => setIsCancelling(true)}>
              Cancel execution…
            </button>
          )}
        </div>
      </div>
      <StateFrame state={frameOf(execution)} isEmpty={!data} skeleton={<SkeletonLines lines={10} />} empty={null}>
        {data && (
          <>
            <div className="mt16">
              <Bill
                facts={[
                  { label: 'State', value: <ExecutionState execution={data} timeZone={project.timezone} /> },
                  { label: 'At step', value: data.currentStep?.name ?? 'a step that is gone' },
                  { label: 'Version', value: data.workflowVersion },
                  { label: 'Entered', value: <RelativeTime at={data.startedAt} isFocusable isAgo /> },
                  {
                    label: 'Ended',
                    value:
                      data.completedAt === null ? 'not yet' : <RelativeTime at={data.completedAt} isFocusable isAgo />,
                  },
                ]}
              />
            </div>
            <div className="journey-page">
              <h2 className="vh">Path</h2>
              <Journey execution={data} />
            </div>
          </>
        )}
      </StateFrame>
      {isCancelling && (
        <CancelExecutionDialog
          workflowId={workflowId}
          executionId={executionId}
          who={who}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </Screen>
  );
}
