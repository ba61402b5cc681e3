import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { type BulkRun, type BulkTarget, runBulk } from './bulk-run.ts';
import type { BulkOperation } from './contact-jobs.ts';
import { useProject } from './project.ts';

/** The run of each project. Kept outside the screen, so that it is still shown after a look at another page. */
const runs = new Map<string, BulkRun>();
const listeners = new Set<() => void>();

function keep(projectId: string, run: BulkRun | null): void {
  if (run) runs.set(projectId, run);
  else runs.delete(projectId);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface BulkRuns {
  /** The one under way, or the last one until it is put away. */
  readonly run: BulkRun | null;
  start(operation: BulkOperation, target: BulkTarget): Promise<BulkRun>;
  putAway(): void;
}

export function useBulkRuns(): BulkRuns {
  const { project, session } = useProject();
  const client = useQueryClient();
  const run = useSyncExternalStore(subscribe, () => runs.get(project.id) ?? null);
  const start = useCallback(
    async (operation: BulkOperation, target: BulkTarget) => {
      const done = await runBulk(session, operation, target, (run) => keep(project.id, run));
      for (const key of ['contacts', 'fields'])
        client.invalidateQueries({ queryKey: [project.id, key] }).catch(reportError);
      return done;
    },
    [client, project.id, session],
  );
  const putAway = useCallback(() => keep(project.id, null), [project.id]);
  return { run, start, putAway };
}
