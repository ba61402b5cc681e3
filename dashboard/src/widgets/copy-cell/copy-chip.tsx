import { Check, Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import './copy-cell.css';
import { useCopy } from './use-copy.ts';

interface CopyChipProps {
  /** What lands on the clipboard. */
  text: string;
  /** The part of it that is shown. */
  word: string;
  /** What it is good for, on hover and for screen readers. */
  hint: string;
}

/** A short value that is there to be copied: the whole chip is the button. */
export function CopyChip({ text, word, hint }: CopyChipProps): ReactElement {
  const { result, copy } = useCopy(text, text);
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      className="chip mono copy-chip"
      title={result === 'refused' ? 'Could not copy' : `${text}: ${hint}`}
      aria-label={`Copy ${text}: ${hint}`}
      onClick={copy}
    >
      {word}
      <Icon className="i" size={12} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
