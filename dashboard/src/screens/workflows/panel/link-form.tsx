import { type FormEvent, type ReactElement, useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useLinkSteps } from '../../../api/workflows.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { useEditor } from '../editor.ts';
import { itemsOf } from '../graph/outline-tree.ts';
import type { Slot } from '../graph/workflow-graph.ts';

interface LinkFormProps {
  readonly slot: Slot;
  readonly onLinked: () => void;
  readonly onBack: () => void;
}

/** Leads an open end to a step that exists. */
export function LinkForm({ slot, onLinked, onBack }: LinkFormProps): ReactElement {
  const { workflow, outline } = useEditor();
  const link = useLinkSteps(workflow.id);
  const [to, setTo] = useState('');
  const targets = itemsOf(outline).filter(({ step }) => step.type !== 'TRIGGER' && step.id !== slot.fromStepId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to !== '') link.mutate({ from: slot.fromStepId, branch: slot.branch, to }, { onSuccess: onLinked });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <label className="field">
        <span className="lab">Goes on with</span>
        <span className="with-chevron">
          <select className="input" value={to} onChange={(event) => setTo(event.target.value)}>
            <option value="">Choose a step</option>
            {targets.map(({ step, number }) => (
              <option key={step.id} value={step.id}>
                {number} {step.name}
              </option>
            ))}
          </select>
        </span>
      </label>
      {link.isError && <ProblemNotice problem={problemOf(link.error)} />}
      <div className="p-foot">
        <button type="button" className="btn sm" onClick={onBack}>
          Another step
        </button>
        <button type="submit" className="btn sm primary push" disabled={to === '' || link.isPending}>
          Link
        </button>
      </div>
    </form>
  );
}
