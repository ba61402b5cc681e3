import { useSyncExternalStore } from 'react';

const wide = '(min-width: 900px)';

/** Whether the window has room for more than one column of content, as in the style sheets. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide, () => true);

const isWide = (): boolean => window.matchMedia(wide).matches;

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
