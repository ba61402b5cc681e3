import { CompiledQuery } from 'kysely';
import type { ActiveListeners, SignalDefinition, Signals } from '#platform/signals';
import type { ProjectTx } from './context.ts';

/** One statement for the conditions of all listeners; none where no listener has one. */
export async function findListeners<Payload>(
  signals: Signals<ProjectTx>,
  { db, projectId }: ProjectTx,
  signal: SignalDefinition<Payload>,
): Promise<ActiveListeners<Payload>> {
  const text = signals.conditionsOf(signal as SignalDefinition<never>); // its name alone is read
  if (text === null) return { signal, holds: [] };
  const { rows } = await db.executeQuery<{ holds: boolean[] }>(CompiledQuery.raw(text, [projectId]));
  return { signal, holds: rows[0]?.holds ?? [] };
}
