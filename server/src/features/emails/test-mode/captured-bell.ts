/** Rung in this process when test mail of a project was captured and its result is recorded. A hint: it may be missed. */
const listeners = new Map<string, Set<() => void>>();

export function ringCaptured(projectId: string): void {
  for (const hear of listeners.get(projectId) ?? []) hear();
}

/** Resolves when the bell rings for the project, or after so long. Rejects when the signal aborts. */
export function nextCaptured(projectId: string, withinMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = listeners.get(projectId) ?? new Set();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      heard.delete(hear);
      if (heard.size === 0) listeners.delete(projectId);
    };
    const hear = (): void => {
      end();
      resolve();
    };
    const stop = (): void => {
      end();
      reject(new Error('the process stops'));
    };
    const timer = setTimeout(hear, withinMs);
    signal.addEventListener('abort', stop, { once: true });
    heard.add(hear);
    listeners.set(projectId, heard);
    if (signal.aborted) stop();
  });
}
