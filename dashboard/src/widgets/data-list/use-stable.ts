import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for ever that does what the newest one does: rows need not be drawn again for a new closure. */
export function useStable<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
