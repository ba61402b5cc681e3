import { type RefObject, useEffect } from 'react';
import { useStable } from './use-stable.ts';

/** Calls back while the end of the list is in or near the window; asks again whenever the number of rows changed. */
export function useEndInView(
  end: RefObject<HTMLElement | null>,
  isOn: boolean,
  loaded: number,
  onReached: () => void,
): void {
  const reach = useStable(onReached);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a short page the end is still in view and nothing else would tell
  useEffect(() => {
    if (!isOn || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach();
      },
      { rootMargin: '0px 0px 800px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, isOn, loaded, reach]);
}
