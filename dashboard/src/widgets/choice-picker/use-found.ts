import { useEffect, useRef, useState } from 'react';
import type { Choice } from './choice.ts';

export type Search = (text: string) => Promise<readonly Choice[]>;

export type Found = { choices: readonly Choice[]; state: 'searching' | 'found' | 'failed' };

const pause = 150;

/** Searches after a short pause in typing. A late answer to an older question is dropped. */
export function useFound(search: Search, text: string, isOpen: boolean): Found {
  const [found, setFound] = useState<Found>({ choices: [], state: 'searching' });
  const newest = useRef(search);
  useEffect(() => {
    newest.current = search;
  });
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    setFound((old) => ({ ...old, state: 'searching' }));
    const timer = setTimeout(
      () => {
        newest.current(text).then(
          (choices) => isCurrent && setFound({ choices, state: 'found' }),
          () => isCurrent && setFound({ choices: [], state: 'failed' }),
        );
      },
      text === '' ? 0 : pause,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isOpen]);
  return found;
}
