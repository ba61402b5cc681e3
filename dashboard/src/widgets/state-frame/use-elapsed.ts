import { useEffect, useState } from 'react';

/** True once the condition has held for so many milliseconds without a break. */
export function useElapsed(isHolding: boolean, milliseconds: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    if (!isHolding) return;
    const timer = setTimeout(() => setHasElapsed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setHasElapsed(false);
    };
  }, [isHolding, milliseconds]);
  return isHolding && hasElapsed;
}
