import { CornerDownRight, Plus, Unlink } from 'lucide-react';
import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useUnlinkSteps } from '../../../api/workflows.ts';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { useEditor } from '../editor.ts';
import type { OutlineBranch, OutlineEnd, OutlineItem, OutlineRun } from '../graph/outline-tree.ts';
import { branchWord, secondsWords } from '../graph/step-words.ts';
import { type Slot, slotKey } from '../graph/workflow-graph.ts';
import { OutlineRow } from './outline-row.tsx';

/** Steps that follow each other, and how they end. */
export function OutlineRunView({ run }: { readonly run: OutlineRun }): ReactElement {
  return (
    <ol className="outline">
      {run.items.map((item) => [
        <li key={item.step.id}>
          <OutlineRow item={item} />
        </li>,
        ...item.branches.map((branch) => (
          <BranchRow key={`${item.step.id} ${branch.name}`} item={item} branch={branch} />
        )),
      ])}
      {run.end.kind === 'open' && <OpenEnd slot={run.end.slot} isAfterStep={run.items.length > 0} />}
      {run.end.kind === 'joins' && <JoinedEnd end={run.end} />}
    </ol>
  );
}

function BranchRow({ item, branch }: { readonly item: OutlineItem; readonly branch: OutlineBranch }): ReactElement {
  const { onInsert, openSlot, lit } = useEditor();
  const word = branchWord(item.step, branch.name);
  const isTimeout = item.step.type === 'WAIT_FOR_EVENT' && branch.name === 'timeout';
  const { timeout } = item.step.config;
  const isLit = branch.transitionId !== null && lit?.transitions.has(branch.transitionId);
  return (
    <li className={isTimeout ? 'obranch otime' : 'obranch'}>
      <div className={isLit ? 'oword lit' : 'oword'}>
        {word}
        {isTimeout && <span>after {secondsWords(typeof timeout === 'number' ? timeout : 31_536_000)}</span>}
        {branch.isGone && <span className="warn">The step no longer has this branch.</span>}
        {branch.isGone && branch.transitionId !== null && (
          <UnlinkButton transitionId={branch.transitionId} label={`Unlink ${word} of step ${item.number}`} />
        )}
        {branch.slot.kind === 'edge' && !branch.isGone && (
          <button
            type="button"
            className={`copy${openSlot === slotKey(branch.slot) ? ' on' : ''}`}
            aria-label={`Insert a step on ${word} after step ${item.number}`}
            onClick={() => onInsert(branch.slot)}
          >
            <Plus className="i" size={14} strokeWidth={1.75} aria-hidden />
          </button>
        )}
      </div>
      <OutlineRunView run={branch.run} />
    </li>
  );
}

function OpenEnd({ slot, isAfterStep }: { readonly slot: Slot; readonly isAfterStep: boolean }): ReactElement {
  const { onInsert, openSlot, outline, workflow } = useEditor();
  const number = outline.numbers.get(slot.fromStepId) ?? 0;
  const from = workflow.steps.find(({ id }) => id === slot.fromStepId);
  const word = from && slot.branch !== null ? branchWord(from, slot.branch) : null;
  const isTimeout = from?.type === 'WAIT_FOR_EVENT' && slot.branch === 'timeout';
  const place = word === null ? `after step ${number}` : `on ${word} after step ${number}`;
  return (
    <li>
      <div className={openSlot === slotKey(slot) ? 'oadd on' : 'oadd'}>
        <button
          type="button"
          className="add-here"
          data-place
          aria-label={`Add a step ${place}`}
          onClick={() => onInsert(slot)}
        >
          <span className="add-on">
            <Plus className="i" size={12} strokeWidth={1.75} aria-hidden />
          </span>
          Add a step
        </button>
        {word !== null && !isAfterStep && (
          <span className="t13 t2 leads">
            {isTimeout ? (
              'People go the way of it happened.'
            ) : (
              <>
                <StateShape shape="tri" tone="warn" /> Leads nowhere; people finish here.
              </>
            )}
          </span>
        )}
      </div>
    </li>
  );
}

function JoinedEnd({ end }: { readonly end: Extract<OutlineEnd, { kind: 'joins' }> }): ReactElement {
  const { workflow, onSelect } = useEditor();
  const { stepId, number, slot } = end;
  const name = workflow.steps.find(({ id }) => id === stepId)?.name ?? '';
  return (
    <li>
      <div className="oadd">
        <CornerDownRight className="i joins" size={14} strokeWidth={1.75} aria-hidden />
        <button type="button" className="plain t13" data-place onClick={() => onSelect(stepId)}>
          Goes on with step {number}, {name}
        </button>
        {slot.kind === 'edge' && (
          <UnlinkButton transitionId={slot.transitionId} label={`Unlink from step ${number}, ${name}`} />
        )}
      </div>
    </li>
  );
}

/** Takes a way away; the step it led to stays. */
function UnlinkButton({
  transitionId,
  label,
}: {
  readonly transitionId: string;
  readonly label: string;
}): ReactElement {
  const { workflow } = useEditor();
  const unlink = useUnlinkSteps(workflow.id);
  return (
    <>
      <button
        type="button"
        className="copy"
        aria-label={label}
        disabled={unlink.isPending}
        onClick={() => unlink.mutate(transitionId)}
      >
        <Unlink className="i" size={14} strokeWidth={1.75} aria-hidden />
      </button>
      {unlink.isError && (
        <span className="t13 bad" role="alert">
          {problemOf(unlink.error).message}
        </span>
      )}
    </>
  );
}
