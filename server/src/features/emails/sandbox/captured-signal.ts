/** Sent within this process when test mail of a project was captured and its result is recorded. A hint: it may be missed. */
const listeners = new Map<string, Set<() => void>>();

export function signalCaptured(projectId: string): void {
  for (const resolveWait of listeners.get(projectId) ?? []) resolveWait();
}

/** Resolves at the next signal for the project, or after `withinMs`. Rejects when `signal` aborts. */
export function nextCaptured(projectId: string, withinMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = listeners.get(projectId) ?? new Set();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      waiting.delete(resolveWait);
      if (waiting.size === 0) listeners.delete(projectId);
    };
    const resolveWait = (): void => {
      end();
      resolve();
    };
    const stop = (): void => {
      end();
      reject(new Error('the process stops'));
    };
    const timer = setTimeout(resolveWait, withinMs);
    signal.addEventListener('abort', stop, { once: true });
    waiting.add(resolveWait);
    listeners.set(projectId, waiting);
    if (signal.aborted) stop();
  });
}
