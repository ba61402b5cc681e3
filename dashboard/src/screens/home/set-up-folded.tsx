import { type ReactElement, useState } from 'react';
import type { SetupState } from '../../api/setup.ts';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { SetUpLine } from './set-up-line.tsx';
import { setUpSteps } from './set-up-steps.ts';

/** The steps as one line, which opens them. */
export function SetUpFolded({ facts }: { readonly facts: SetupState }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <SetUpLine facts={facts} />;
  const steps = setUpSteps(facts);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const isDone = doneCount === steps.length;
  return (
    <p className="set-up-folded t13 t3">
      <StateShape shape={isDone ? 'tick' : 'ring'} tone={isDone ? 'good' : undefined} />
      <span>{isDone ? 'Set-up is done, six of six.' : `Set-up: ${doneCount} of ${steps.length} steps are done.`}</span>
      <button type="button" className="plain" onClick={() => setIsOpen(true)}>
        Show the steps
      </button>
    </p>
  );
}
