import { Check, Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import './copy-cell.css';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  /** What lands on the clipboard. */
  text: string;
  /** What it is, in words: "email id" gives the label "Copy email id". */
  what: string;
  /** A button with a word instead of a bare icon. */
  word?: string;
  /** No edge of its own; for a button with a word that stands in a bar. */
  isQuiet?: boolean;
}

export function CopyButton({ text, what, word, isQuiet = false }: CopyButtonProps): ReactElement {
  const { result, copy } = useCopy(text, what);
  const icon =
    result === 'copied' ? (
      <Check className="i" size={14} strokeWidth={2} aria-hidden />
    ) : (
      <Copy className="i" size={14} strokeWidth={1.75} aria-hidden />
    );
  const label = `Copy ${what}`;
  if (word === undefined) {
    return (
      <button
        type="button"
        className={`copy${result ? ` ${result}` : ''}`}
        aria-label={label}
        title={result === 'copied' ? 'Copied' : result === 'refused' ? 'Could not copy' : label}
        onClick={copy}
      >
        {icon}
      </button>
    );
  }
  return (
    <button type="button" className={`btn sm${isQuiet ? ' quiet' : ''}`} aria-label={`${word}: ${what}`} onClick={copy}>
      {icon}
      {result === 'copied' ? 'Copied' : result === 'refused' ? 'Could not copy' : word}
    </button>
  );
}
