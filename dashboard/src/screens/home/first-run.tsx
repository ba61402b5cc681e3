import type { ReactElement } from 'react';
import { useEffect } from 'react';
import { useNewestInboxMail } from '../../api/inbox.ts';
import type { SetupState } from '../../api/setup.ts';
import { FirstMailPanel } from './first-mail-panel.tsx';
import './first-run.css';
import { ListeningPanel } from './listening-panel.tsx';
import { SetUpLine } from './set-up-line.tsx';

interface FirstRunProps {
  readonly facts: SetupState;
  /** A mail arrived, so the facts have changed. */
  readonly onMail: () => void;
}

/** Home of a project that has accepted no mail: one call to paste, and the mail it makes. */
export function FirstRun({ facts, onMail }: FirstRunProps): ReactElement {
  const { data: mail = null } = useNewestInboxMail();
  const id = mail?.id;
  useEffect(() => {
    if (id !== undefined) onMail();
  }, [id, onMail]);
  return (
    <>
      <div className="head">
        <div>
          <h1>Send your first mail</h1>
          <p className="sub">Paste this into a terminal, or let us send it. Nothing leaves this machine.</p>
        </div>
      </div>
      <div className="first mt16">
        <FirstMailPanel areKeysUsed={facts.keysUsed} />
        <ListeningPanel mail={mail} />
      </div>
      <div className="mt32">
        <SetUpLine facts={facts} isFirstRun />
      </div>
    </>
  );
}
