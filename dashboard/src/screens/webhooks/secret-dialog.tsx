import { type ReactElement, useEffect, useRef } from 'react';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { secretVariable } from './verify-snippets.ts';

interface SecretDialogProps {
  readonly secret: string;
  /** Whether another one signed before. */
  readonly isRotated: boolean;
  readonly onStored: () => void;
}

/** The secret, once. Only its button ends it; the secret is in the memory of this page and nowhere else. */
export function SecretDialog({ secret, isRotated, onStored }: SecretDialogProps): ReactElement {
  const stored = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Dialog
      isOpen
      isWide
      isHeld
      onClose={onStored}
      firstFocus={stored}
      title="The signing secret, this one time"
      foot={
        <>
          <span className="left">It stays until you have stored it.</span>
          <button type="button" className="btn primary" ref={stored} onClick={onStored}>
            I have stored it
          </button>
        </>
      }
    >
      <p>
        {isRotated
          ? 'The old one signs as well for 24 hours: put the new one in its place before they end.'
          : 'Your server checks with it that a call came from here. Later only its last four characters are shown.'}
      </p>
      <div className="mt12">
        <Snippet
          label="the signing secret"
          variants={[{ language: '.env', code: `${secretVariable}=${secret}`, copied: secret }]}
          filledValues={[secret]}
        />
      </div>
      <p className="hint">Copy takes the secret alone.</p>
    </Dialog>
  );
}
