import type { ReactElement } from 'react';
import { isFinal, type ListedExecution, useExecution } from '../../../api/executions.ts';
import { frameOf } from '../../../api/frame.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { Journey } from './journey.tsx';

interface ExecutionPeekProps {
  readonly execution: ListedExecution;
  readonly onCancel: () => void;
}

/** The journey of the opened row, beside the list. */
export function ExecutionPeek({ execution: listed, onCancel }: ExecutionPeekProps): ReactElement {
  const { project } = useProject();
  const execution = useExecution(listed.workflowId, listed.id);
  return (
    <>
      <div className="rowflex peek-acts">
        {!isFinal(listed.status) && (
          <button type="button" className="btn sm" onClick={onCancel}>
            Cancel this one…
          </button>
        )}
        {listed.contact && (
          <a className="btn sm" href={paths.contact(project.id, listed.contact.id)}>
            Open contact
          </a>
        )}
        <a className="plain t13 push" href={paths.execution(project.id, listed.workflowId, listed.id)}>
          Whole page
        </a>
      </div>
      <StateFrame
        state={frameOf(execution)}
        isEmpty={!execution.data}
        skeleton={<SkeletonLines lines={6} />}
        empty={null}
      >
        {execution.data && <Journey execution={execution.data} />}
      </StateFrame>
    </>
  );
}
