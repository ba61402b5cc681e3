import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useWorkflow } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { WorkflowEditor } from './workflow-editor.tsx';
import './workflow.css';

export function WorkflowScreen(): ReactElement {
  const { workflowId = '' } = useParams({ strict: false });
  const { project } = useProject();
  const workflow = useWorkflow(workflowId);
  const name = workflow.data?.name ?? 'Workflow';
  return (
    <Screen title={name} layout="bare" crumbs={[{ name: 'Workflows', href: paths.workflows(project.id) }, { name }]}>
      {workflow.data ? (
        <WorkflowEditor key={workflow.data.id} workflow={workflow.data} frame={frameOf(workflow)} />
      ) : (
        <div className="wf-notice">
          <h1 className="vh">Workflow</h1>
          <StateFrame state={frameOf(workflow)} isEmpty skeleton={<SkeletonLines lines={8} />} empty={null}>
            {null}
          </StateFrame>
        </div>
      )}
    </Screen>
  );
}
