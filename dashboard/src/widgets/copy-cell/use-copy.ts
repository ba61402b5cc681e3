import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';

const confirmationMilliseconds = 2000;

/** Copies a text, says so, and tells for two seconds whether it worked. */
export function useCopy(text: string, what: string) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    const isCopied = await copyText(text, what);
    setResult(isCopied ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(null), confirmationMilliseconds);
  }
  return { result, copy: () => void copy() };
}
