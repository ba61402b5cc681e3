import { type ReactElement, useState } from 'react';
import { useInstanceConfig } from '../../../api/account.ts';
import { useMay, useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { CapsSection } from '../billing/caps-section.tsx';
import { DeleteProjectDialog, ResetProjectDialog } from './erase-dialogs.tsx';

export function DataTab(): ReactElement {
  const { project } = useProject();
  const isOwner = useMay('OWNER');
  const hasBilling = useInstanceConfig().data?.features.billing.enabled ?? false;
  const [asked, setAsked] = useState<'reset' | 'delete' | null>(null);
  const isDisabled = project.disabled;
  const reason = !isOwner
    ? 'Only owners reset or delete a project.'
    : isDisabled
      ? 'The project is disabled; it can be reset or deleted once that is lifted.'
      : '';
  const close = () => setAsked(null);
  return (
    <>
      {!hasBilling && (
        <div className="mt24 caps-wide">
          <CapsSection />
        </div>
      )}
      <div className="mt32">
        <section className="setrow">
          <div>
            <h2>Bring people</h2>
            <p className="hint">From a file with one person in each line.</p>
          </div>
          <div>
            <a className="btn" href={paths.import(project.id)}>
              Import contacts
            </a>
          </div>
        </section>
        <section className="setrow">
          <div>
            <h2>Begin anew</h2>
            <p className="hint">Keys, team, settings, domains and suppressions stay.</p>
          </div>
          <div>
            <button type="button" className="btn" disabled={!isOwner || isDisabled} onClick={() => setAsked('reset')}>
              Reset the project…
            </button>
            <p className="t13 t2 mt8">
              Erases contacts, segments, templates, campaigns, workflows, events, emails, uploads and logs. {reason}
            </p>
          </div>
        </section>
        <section className="setrow">
          <div>
            <h2>Delete</h2>
            <p className="hint">Ends the keys at once; nothing can be brought back.</p>
          </div>
          <div>
            <button type="button" className="btn" disabled={!isOwner || isDisabled} onClick={() => setAsked('delete')}>
              Delete the project…
            </button>
            <p className="t13 t2 mt8">
              Everything of {project.name} is erased within a day. {reason}
            </p>
          </div>
        </section>
      </div>
      <ResetProjectDialog isOpen={asked === 'reset'} onClose={close} />
      <DeleteProjectDialog isOpen={asked === 'delete'} onClose={close} />
    </>
  );
}
