import type { ProjectContext } from '#platform/context';
import type { Logger } from '#platform/log';
import { makeRelays, type Relays } from '#platform/transports';
import { Cache } from '#pure/cache';
import { findOwnProviderWithSecret } from '../own-provider/find-own-provider.ts';
import { ProviderSecretUnreadable } from '../own-provider/own-provider.ts';
import { ownTransport } from '../own-provider/own-transport.ts';
import { newOwner, noteAnswer, type SessionOwner } from './own-sessions.ts';

/** A project's own provider as this worker knows it: its connections, its circuit, its share of the sessions. */
export interface OwnRelay extends SessionOwner {
  readonly relays: Relays;
}

/** The providers that projects brought, opened when their first mail is handed over. */
export interface OwnRelays {
  /** `changed`: the project has another provider now, or none. `unreadable`: its secret does not open. */
  find(ctx: ProjectContext, providerId: string): Promise<OwnRelay | 'changed' | 'unreadable'>;
  close(): Promise<void>;
}

interface KnownRelay extends OwnRelay {
  readonly projectId: string;
  usedAt: number;
}

/** Open at once in one worker. Each holds a few idle connections at most, and those for seconds. */
const maxOpen = 200;
/** Longer than mail of a provider in trouble waits, so that its circuit is still known when the mail comes back. */
const unusedMs = 900_000;
const sweepMs = 60_000;

export function makeOwnRelays(log: Logger): OwnRelays {
  const known = new Map<string, KnownRelay>();
  const opening = new Cache<string, KnownRelay | 'changed' | 'unreadable'>({ maxEntries: 1 });
  const logged = new Cache<string, true>({ maxEntries: 1_000, age: { maxMs: 60_000, now: () => performance.now() } });
  const sweeping = setInterval(() => closeUnused(unusedMs), sweepMs);
  sweeping.unref();

  async function open(ctx: ProjectContext, providerId: string): Promise<KnownRelay | 'changed' | 'unreadable'> {
    const found = await ctx.read(findOwnProviderWithSecret).catch((error: unknown) => {
      if (!(error instanceof ProviderSecretUnreadable)) throw error;
      if (!logged.get(ctx.projectId))
        ctx.log.error({ error }, 'mail provider cannot be used, mail of the project waits');
      logged.set(ctx.projectId, true);
      return 'unreadable' as const;
    });
    if (found === 'unreadable') return found;
    if (found?.provider.id !== providerId) return 'changed';
    forget(ctx.projectId);
    if (known.size >= maxOpen) closeUnused(0);
    const { projectId } = ctx;
    const relays = makeRelays([ownTransport(ctx, found)], log.child({ projectId }), {
      onAnswer: (isWell) => noteAnswer(relay, isWell),
    });
    const relay: KnownRelay = { ...newOwner(), relays, projectId, usedAt: performance.now() };
    known.set(providerId, relay);
    return relay;
  }

  /** The project has changed its provider: the one before is closed, now or when its last mail is done. */
  function forget(projectId: string): void {
    for (const [id, relay] of known) {
      if (relay.projectId !== projectId) continue;
      relay.usedAt = Number.NEGATIVE_INFINITY;
      closeIfUnused(id, relay, 0);
    }
  }

  function closeUnused(afterMs: number): void {
    const oldestFirst = [...known].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id, relay] of oldestFirst) {
      if (afterMs === 0 && known.size < maxOpen) return;
      closeIfUnused(id, relay, afterMs);
    }
  }

  function closeIfUnused(id: string, relay: KnownRelay, afterMs: number): void {
    if (relay.busy > 0 || performance.now() - relay.usedAt < afterMs) return;
    known.delete(id);
    relay.relays.close().catch((error: unknown) => log.warn({ error }, 'mail provider could not be closed'));
  }

  return {
    async find(ctx, providerId) {
      const relay =
        known.get(providerId) ??
        (await opening.load(
          providerId,
          () => open(ctx, providerId),
          () => false,
        ));
      if (typeof relay === 'object') relay.usedAt = performance.now();
      return relay;
    },
    async close() {
      clearInterval(sweeping);
      await Promise.all([...known.values()].map(({ relays }) => relays.close()));
    },
  };
}
