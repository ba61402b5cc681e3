import { Download } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import type { KeyPair } from '../../api/keys.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { formatClock } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';

interface PairDialogProps {
  readonly pair: KeyPair | null;
  readonly rotatedAt: number;
  readonly onStored: () => void;
}

/** The new pair, once. Only its button ends it; the pair is in the memory of this page and nowhere else. */
export function PairDialog({ pair, rotatedAt, onStored }: PairDialogProps): ReactElement {
  const baseUrl = useBaseUrl();
  const timeZone = useTimeZone();
  const stored = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!pair) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [pair]);
  const block = pair ? envBlock(baseUrl, pair) : '';
  return (
    <Dialog
      isOpen={pair !== null}
      isWide
      isHeld
      onClose={onStored}
      firstFocus={stored}
      title="The new pair, this one time"
      foot={
        <>
          <span className="left">It stays until you have stored them.</span>
          <button type="button" className="btn primary" ref={stored} onClick={onStored}>
            I have stored them
          </button>
        </>
      }
    >
      <p>
        The old keys stopped at {formatClock(rotatedAt, 'second', timeZone)}. Put these where your apps read them; they
        are in this window and nowhere else.
      </p>
      <div className="mt12">
        <Snippet
          label="the .env block"
          variants={[{ language: '.env', code: block }]}
          filledValues={pair ? [pair.secret, pair.public] : []}
          actions={
            <button type="button" className="btn quiet sm" onClick={() => saveFile(block)}>
              <Download size={14} strokeWidth={1.75} aria-hidden className="i" />
              File
            </button>
          }
        />
      </div>
    </Dialog>
  );
}

const envBlock = (baseUrl: string, pair: KeyPair): string =>
  [`POSTRIDER_URL=${baseUrl}`, `POSTRIDER_KEY=${pair.secret}`, `POSTRIDER_PUBLIC_KEY=${pair.public}`].join('\n');

function saveFile(block: string): void {
  const address = URL.createObjectURL(new Blob([`${block}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'postrider.env';
  link.click();
  URL.revokeObjectURL(address);
}
