import { type ReactElement, useState } from 'react';
import { useUser } from '../../../api/account.ts';
import { useProject } from '../../../api/project.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { disabledWords } from './disabled-words.ts';
import { EnableDialog } from './enable-dialog.tsx';

/** Whether the project is in use, and why not; administrators of the instance change it. */
export function AvailabilityRow(): ReactElement {
  const { project } = useProject();
  const isInstanceAdmin = useUser().data?.isInstanceAdmin === true;
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  const { disabled: isDisabled, disabledReason } = project;
  return (
    <section className="setrow" aria-labelledby="availability">
      <div>
        <h2 id="availability">Availability</h2>
        <p className="hint">A disabled project keeps its data; its keys are refused and its mail waits.</p>
      </div>
      <div>
        {isDisabled && (
          <p className="notice bad mb16" role="status">
            The project is disabled: {disabledReason ? disabledWords[disabledReason] : 'no reason was given'}.
          </p>
        )}
        <button type="button" className="btn" disabled={!isInstanceAdmin} onClick={() => setIsAsked(true)}>
          {isDisabled ? 'Enable the project…' : 'Disable the project…'}
        </button>
        <p className="t13 t2 mt8">
          {isDisabled ? 'Held mail leaves once it is enabled.' : 'The project is in use.'}{' '}
          {!isInstanceAdmin && 'Only administrators of the instance change this.'}
        </p>
      </div>
      <DisableDialog isOpen={isAsked && !isDisabled} onClose={close} />
      <EnableDialog isOpen={isAsked && isDisabled} onClose={close} />
    </section>
  );
}
