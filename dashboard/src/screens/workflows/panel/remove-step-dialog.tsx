import { type ReactElement, useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useRemoveStep } from '../../../api/workflows.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';
import { useEditor } from '../editor.ts';
import { branchWord } from '../graph/step-words.ts';
import { servedBranch } from '../graph/workflow-graph.ts';

interface RemoveStepDialogProps {
  readonly stepId: string;
  /** With the step that gets the focus. */
  readonly onDone: (nextStepId: string) => void;
  readonly onClose: () => void;
}

const leaveOpen = 'leave-open';

/** Closes the gap, or leaves it open; after a branching step it asks which branch stays. */
export function RemoveStepDialog({ stepId, onDone, onClose }: RemoveStepDialogProps): ReactElement | null {
  const { workflow, outline, counts } = useEditor();
  const remove = useRemoveStep(workflow.id);
  const step = workflow.steps.find(({ id }) => id === stepId);
  const ways = workflow.transitions.filter(({ fromStepId }) => fromStepId === stepId);
  const [choice, setChoice] = useState(ways[0]?.id ?? leaveOpen);
  if (!step) return null;
  const number = outline.numbers.get(step.id) ?? 0;
  const incoming = workflow.transitions.find(({ toStepId }) => toStepId === stepId);
  const active = counts.get(stepId)?.active ?? 0;
  const target = (id: string) => {
    const to = workflow.steps.find((one) => one.id === id);
    return to ? `step ${outline.numbers.get(to.id)}, ${to.name}` : 'the next step';
  };
  const confirm = () => {
    const isSpliced = choice !== leaveOpen;
    const cut = isSpliced ? ways.filter(({ id }) => id !== choice).map(({ id }) => id) : [];
    const next = incoming?.fromStepId ?? workflow.steps[0]?.id ?? stepId;
    const kept = ways.find(({ id }) => id === choice);
    const link =
      incoming?.automatic && kept && cut.length > 0
        ? { fromStepId: incoming.fromStepId, toStepId: kept.toStepId }
        : null;
    remove.mutate({ stepId, isSpliced, cut, link }, { onSuccess: () => onDone(next) });
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Remove step ${number}?`}
      confirmLabel="Remove step"
      keepLabel="Keep step"
      isBusy={remove.isPending}
      problem={remove.isError ? problemOf(remove.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="mb12">
        <b>{step.name}</b>
      </p>
      {ways.length > 0 && (
        <fieldset className="gap-choice">
          <legend>{ways.length > 1 ? 'Which branch stays?' : 'What becomes of the gap?'}</legend>
          {ways.map((way) => {
            const branch = servedBranch(step, way);
            return (
              <label key={way.id}>
                <input
                  type="radio"
                  className="radio"
                  name="gap"
                  checked={choice === way.id}
                  onChange={() => setChoice(way.id)}
                />
                <span>
                  {branch === null ? 'Close the gap' : `Keep ${branchWord(step, branch)}`}
                  <span className="t13 t3">goes on with {target(way.toStepId)}</span>
                </span>
              </label>
            );
          })}
          <label>
            <input
              type="radio"
              className="radio"
              name="gap"
              checked={choice === leaveOpen}
              onChange={() => setChoice(leaveOpen)}
            />
            <span>
              Leave it open
              <span className="t13 t3">what follows is no longer connected</span>
            </span>
          </label>
        </fieldset>
      )}
      {ways.length > 1 && choice !== leaveOpen && (
        <p className="t13 t2">The steps of the other branch stay, not connected, until you link or remove them.</p>
      )}
      <p className="t13 t2">
        {active > 0
          ? `${formatCount(active)} ${active === 1 ? 'person stands' : 'people stand'} here and ${active === 1 ? 'finishes' : 'finish'} on the version they entered with.`
          : 'People inside finish on the version they entered with.'}
      </p>
    </ConfirmDialog>
  );
}
