import { useSyncExternalStore } from 'react';

/** Whether a call was refused because the session has ended. The page stays, and the password is asked for in place. */
let hasEnded = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (hasEnded === value) return;
  hasEnded = value;
  for (const listener of listeners) listener();
}

export const noteSessionEnd = (): void => set(true);
export const noteSessionStart = (): void => set(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded);
