import { Ellipsis, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Menu } from '../../../widgets/menu/menu.tsx';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { useEditor } from '../editor.ts';
import type { OutlineItem } from '../graph/outline-tree.ts';
import { meaningOf, secondsWords } from '../graph/step-words.ts';
import { slotKey } from '../graph/workflow-graph.ts';
import { StepIcon } from '../step-icon.tsx';
import '../../../widgets/copy-cell/copy-cell.css';

/** One step: number, name, meaning, counts in columns, and its actions. */
export function OutlineRow({ item }: { readonly item: OutlineItem }): ReactElement {
  const { workflow, problems, selectedId, openSlot, lit, clocks, onSelect, onInsert, onRemove } = useEditor();
  const { step, number, slot } = item;
  const meaning = meaningOf(step, workflow.triggerType);
  const own = problems.get(step.id) ?? [];
  const isWrong = own.some(({ level }) => level === 'error');
  const clock = lit?.steps.has(step.id) ? clocks.get(step.id) : undefined;
  const state = selectedId === step.id ? ' on' : lit?.steps.has(step.id) ? ' lit' : '';
  return (
    <div className={`orow${state}`}>
      <button
        type="button"
        className="owhat"
        data-place
        data-step={step.id}
        aria-pressed={selectedId === step.id}
        onClick={() => onSelect(step.id)}
      >
        <span className="onum">
          <span className="vh">Step </span>
          {number}
        </span>
        <StepIcon type={step.type} />
        <span className="otx">
          <b>{step.name}</b>
          <span>{meaning}</span>
          {isWrong && (
            <span className="bad owrong">
              <StateShape shape="cross" /> Not ready
            </span>
          )}
          {clock !== undefined && <span className="oclock">{secondsWords(clock)}</span>}
        </span>
      </button>
      <Figures item={item} />
      <span className="acts">
        {slot && (
          <button
            type="button"
            className={`copy${openSlot === slotKey(slot) ? ' on' : ''}`}
            aria-label={`Insert a step after step ${number}`}
            onClick={() => onInsert(slot)}
          >
            <Plus className="i" size={14} strokeWidth={1.75} aria-hidden />
          </button>
        )}
        <Menu
          trigger={
            <button type="button" className="copy" aria-label={`More for step ${number}`}>
              <Ellipsis className="i" size={14} strokeWidth={1.75} aria-hidden />
            </button>
          }
          items={[
            { key: 'edit', label: 'Edit', note: 'Enter', onRun: () => onSelect(step.id) },
            ...(slot ? [{ key: 'insert', label: 'Insert after', note: '+', onRun: () => onInsert(slot) }] : []),
            ...(step.type === 'TRIGGER'
              ? []
              : [{ key: 'remove', label: 'Remove…', note: 'Del', isDanger: true, onRun: () => onRemove(step.id) }]),
          ]}
        />
      </span>
    </div>
  );
}

function Figures({ item: { step, number } }: { readonly item: OutlineItem }): ReactElement {
  const { project } = useProject();
  const { workflow, counts } = useEditor();
  const figures = counts.get(step.id);
  if (step.type === 'TRIGGER' || !figures) {
    return (
      <>
        <span />
        <span />
        <span />
        <span />
      </>
    );
  }
  const { entered, active, completed, failed } = figures;
  return (
    <>
      <span className={entered === 0 ? 'c c-in zero' : 'c c-in'}>
        {formatCount(entered)}
        <span className="vh"> in</span>
      </span>
      {active === 0 ? (
        <span className="c zero">
          0<span className="vh"> waiting</span>
        </span>
      ) : (
        <a className="c some" href={paths.executions(project.id, workflow.id, { step: step.id })}>
          {formatCount(active)}
          <span className="only-s"> wait</span>
          <span className="vh"> at step {number}</span>
        </a>
      )}
      <span className={completed === 0 ? 'c c-done zero' : 'c c-done'}>
        {formatCount(completed)}
        <span className="vh"> done</span>
      </span>
      {failed === 0 ? (
        <span className="c zero">
          0<span className="vh"> failed</span>
        </span>
      ) : (
        <a className="c bad some" href={paths.executions(project.id, workflow.id, { state: 'failed' })}>
          {formatCount(failed)}
          <span className="only-s"> failed</span>
          <span className="vh"> failed at step {number}</span>
        </a>
      )}
    </>
  );
}
