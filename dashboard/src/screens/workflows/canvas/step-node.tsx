import { Handle, type NodeProps, Position } from '@xyflow/react';
import type { ReactElement } from 'react';
import { useProject } from '../../../api/project.ts';
import type { StepCounts } from '../../../api/workflows.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { useEditor } from '../editor.ts';
import { meaningOf, secondsWords } from '../graph/step-words.ts';
import { StepIcon } from '../step-icon.tsx';

/** One step on the canvas: icon, name, one line of meaning, counts. */
export function StepNode({ id }: NodeProps): ReactElement | null {
  const { workflow, outline, counts, problems, selectedId, lit, clocks, onSelect } = useEditor();
  const step = workflow.steps.find((one) => one.id === id);
  if (!step) return null;
  const isLit = lit?.steps.has(id) ?? false;
  const clock = isLit ? clocks.get(id) : undefined;
  const isWrong = problems.get(id)?.some(({ level }) => level === 'error') ?? false;
  const state = `${isLit ? ' lit' : ''}${selectedId === id ? ' on' : ''}${isWrong ? ' wrong' : ''}`;
  const figures = counts.get(id);
  return (
    <div className={`node${state}`}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {clock !== undefined && <span className="clock-on">{secondsWords(clock)}</span>}
      <button
        type="button"
        className="n-top"
        data-step={id}
        aria-pressed={selectedId === id}
        onClick={() => onSelect(id)}
      >
        <span className="n-ic">
          <StepIcon type={step.type} />
        </span>
        <span className="n-tx">
          <span className="vh">Step {outline.numbers.get(id)} </span>
          <b>{step.name}</b>
          <span className={isWrong ? 'bad' : undefined}>{meaningOf(step, workflow.triggerType)}</span>
        </span>
      </button>
      {step.type !== 'TRIGGER' && <NodeCounts stepId={id} isExit={step.type === 'EXIT'} figures={figures} />}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

interface NodeCountsProps {
  readonly stepId: string;
  readonly isExit: boolean;
  readonly figures: StepCounts | undefined;
}

function NodeCounts({ stepId, isExit, figures }: NodeCountsProps): ReactElement {
  const { project } = useProject();
  const { workflow } = useEditor();
  const { entered = 0, active = 0, completed = 0, failed = 0 } = figures ?? {};
  if (isExit) {
    return (
      <div className="n-ct">
        <span className={completed === 0 ? 'zero' : undefined}>
          <b>{formatCount(completed)}</b> left here
        </span>
      </div>
    );
  }
  return (
    <div className="n-ct">
      <span className={entered === 0 ? 'zero' : undefined}>
        <b>{formatCount(entered)}</b> in
      </span>
      {active === 0 ? (
        <span className="zero">
          <b>0</b> wait
        </span>
      ) : (
        <a href={paths.executions(project.id, workflow.id, { step: stepId })}>
          <b>{formatCount(active)}</b> wait
        </a>
      )}
      <span className={completed === 0 ? 'zero' : undefined}>
        <b>{formatCount(completed)}</b> done
      </span>
      {failed === 0 ? (
        <span className="zero">
          <b>0</b> failed
        </span>
      ) : (
        <a className="bad" href={paths.executions(project.id, workflow.id, { state: 'failed' })}>
          <b>{formatCount(failed)}</b> failed
        </a>
      )}
    </div>
  );
}
