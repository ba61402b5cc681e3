import { idleSeconds, sessionHash } from '#features/accounts';
import type { ProjectId } from '#platform/context';
import { callOnce, type Database, isConnectionUnavailable } from '#platform/db';
import type {
  AddressExhausted,
  HeldCredential,
  Identity,
  KeyEntry,
  KeyKind,
  Role,
  SessionEntry,
  SessionId,
  UserId,
} from '#platform/identity';
import { localRates, type Rate } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { apiKeyHash, apiKeyKind } from './api-key.ts';
import { exhaustedKeys } from './exhausted-keys.ts';
import { findEnded } from './find-ended.ts';
import type { ApiKeyRow } from './find-keys.ts';
import { keyEntrance } from './key-entrance.ts';

const { max: maxRequests, windowSeconds } = limits.requestsPerCaller;

interface SessionRow {
  session_id: SessionId;
  user_id: UserId;
  role: Role | null;
  disabled_reason: string | null;
  used?: number;
  reset_seconds?: number;
}

/**
 * Identifies callers: one round trip that looks up and, unless this process has counted ahead, counts. No caller is admitted from
 * memory, so a rotated key and an ended session are refused by every process from the commit on. Only refusals are remembered: a
 * key that has used up its minute.
 */
export function makeIdentity(database: Database): Identity {
  const countHere = localRates();
  const exhausted = exhaustedKeys();
  const enterWithKey = keyEntrance(database);

  const entryOf = (row: ApiKeyRow, rate: Rate | null, kind: KeyKind, hash: string): KeyEntry => {
    const { project_id: projectId, key_last4: keyLast4, disabled_reason: disabledReason } = row;
    const counted = rate ?? countHere(`project:${projectId}:${kind}`, windowSeconds);
    const entry = { projectId, keyLast4, disabledReason, rate: counted };
    // Why: the count of this process is valid only as long as the shared counter is unavailable.
    if (rate && rate.used > maxRequests) exhausted.add(hash, entry);
    return entry;
  };

  return {
    async bySecretKey(key): Promise<KeyEntry | null> {
      if (apiKeyKind(key) !== 'secret') return null;
      const hash = apiKeyHash(key).toString('hex');
      const refused = exhausted.find(hash);
      if (refused) return refused;
      const entered = await enterWithKey(hash, 'secret', null);
      return entered && entryOf(entered.row, entered.rate, 'secret', hash);
    },

    async byPublicKey(key, from): Promise<KeyEntry | AddressExhausted | null> {
      if (apiKeyKind(key) !== 'public') return null;
      const hash = apiKeyHash(key).toString('hex');
      const refused = exhausted.find(hash);
      if (refused) return refused;
      const entered = await enterWithKey(hash, 'public', from.limit > 0 ? from : null);
      if (!entered) return null;
      const { row, rate, addressRate } = entered;
      if (from.limit > 0) {
        const { used, resetSeconds } = addressRate ?? countHere(`public:${from.address}`, windowSeconds);
        if (used > from.limit) return { resetSeconds };
      }
      return entryOf(row, rate, 'public', hash);
    },

    async bySession(token, projectId): Promise<SessionEntry | null> {
      const hash = sessionHash(token).toString('hex');
      const row = await enterWithSession(database, [hash, projectId, idleSeconds]);
      if (!row) return null;
      const { user_id: userId, session_id: sessionId, role, disabled_reason: disabledReason } = row;
      const membership =
        role === null || projectId === null ? null : { projectId: projectId as ProjectId, role, disabledReason }; // the database found it
      const rate =
        row.used === undefined || row.reset_seconds === undefined
          ? countHere(`user:${userId}`, windowSeconds)
          : { used: row.used, resetSeconds: row.reset_seconds };
      return { userId, sessionId, rate, membership };
    },

    hold(given, projectId): HeldCredential {
      if ('key' in given) return { kind: 'secret', hash: apiKeyHash(given.key).toString('hex'), projectId };
      return { kind: 'session', hash: sessionHash(given.session).toString('hex'), projectId };
    },

    findEnded: (held) => findEnded(database, held),
  };
}

/** D-132: when only the shared counter is unavailable, the caller is admitted and this process counts. */
async function enterWithSession(
  database: Database,
  args: readonly [string, string | null, number],
): Promise<SessionRow | null> {
  // Only the counter and the time a session was last seen are written.
  const call = (name: string, more: readonly number[]): Promise<SessionRow[]> =>
    callOnce(database, 'postrider_app', name, [...args, ...more], { owner: args[0], isForgettable: true });
  const rows = await call('enter_with_session', [maxRequests, windowSeconds]).catch((error: unknown) => {
    if (isConnectionUnavailable(error)) throw error; // no connection: a second query would wait as long
    return call('find_session', []);
  });
  return rows[0] ?? null;
}
