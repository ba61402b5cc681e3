import { type ReactElement, useState } from 'react';
import { type KeyPair, type KeyUse, useRotateKeys } from '../../api/keys.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { Agent, lineKey } from './key-users.tsx';
import { lastUseOf, usersInWords } from './who-uses-them.ts';

interface RotateDialogProps {
  readonly isOpen: boolean;
  readonly usage: readonly KeyUse[];
  readonly onClose: () => void;
  /** Held by the page in memory alone. */
  readonly onRotated: (pair: KeyPair) => void;
}

/** Both keys end at once, so it says first who is cut off. */
export function RotateDialog({ isOpen, usage, onClose, onRotated }: RotateDialogProps): ReactElement {
  const { project } = useProject();
  const rotate = useRotateKeys();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const pair = await rotate();
      onClose();
      onRotated(pair);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isWide
      title="Replace both keys?"
      confirmLabel="Replace both keys"
      keepLabel="Keep the keys"
      footNote="Then the pair is shown once."
      typedName={project.name}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <CutOff usage={usage} />
      <p className="mt12">Mail already accepted is not touched. Workflows and planned campaigns go on.</p>
    </ConfirmDialog>
  );
}

function CutOff({ usage }: { readonly usage: readonly KeyUse[] }): ReactElement {
  const lastUse = lastUseOf(usage);
  if (lastUse === undefined) {
    return (
      <p>
        The old pair stops <strong>at once</strong>; there is no overlap. No call has used it within 24 hours.
      </p>
    );
  }
  return (
    <>
      <p>
        The old pair stops <strong>at once</strong>; there is no overlap. In 24 h it was used by{' '}
        <strong>{usersInWords(usage)}</strong>, last <RelativeTime at={lastUse} /> ago. These will be refused until they
        have the new keys:
      </p>
      <table className="ledger t13 stack-s mt12" aria-label="Who will be refused">
        <tbody>
          {usage.map((use) => (
            <tr key={lineKey(use)}>
              <td>
                <Agent use={use} />
              </td>
              <td className="tab t2">{use.clientAddress ?? ''}</td>
              <td className="t2">
                <code>{use.kind === 'secret' ? 'sk_' : 'pk_'}</code>
              </td>
              <td className="num">{countOf(use.calls24h, 'call', 'calls')}</td>
              <td className="num t3">
                <RelativeTime at={use.lastUsedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
