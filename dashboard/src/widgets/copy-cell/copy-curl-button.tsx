import { Check, Terminal } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';

const confirmedMilliseconds = 2000;

interface CopyCurlButtonProps {
  text: string;
  /** On the button: "Copy as curl", "Replay as curl". */
  word?: string;
  isSmall?: boolean;
}

/** Copies the request behind a view; the key is a variable in it. */
export function CopyCurlButton({ text, word = 'Copy as curl', isSmall = false }: CopyCurlButtonProps): ReactElement {
  const [result, setResult] = useState<'Copied' | 'Could not copy' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setResult((await copyText(text, 'the request as curl')) ? 'Copied' : 'Could not copy');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(null), confirmedMilliseconds);
  };
  const Icon = result === 'Copied' ? Check : Terminal;
  return (
    <button type="button" className={isSmall ? 'btn sm' : 'btn'} onClick={() => void copy()}>
      <Icon size={isSmall ? 14 : 16} strokeWidth={1.75} aria-hidden className="i" />
      {result ?? word}
    </button>
  );
}
