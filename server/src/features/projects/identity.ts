import { idleSeconds, sessionHash } from '#features/accounts';
import type { ProjectId } from '#platform/context';
import { callOnce, type Database, isConnectionUnavailable } from '#platform/db';
import type {
  AddressExhausted,
  AddressLimit,
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

const { max: maxRequests, windowSeconds } = limits.requestsPerCaller;

interface CountedUse {
  used: number;
  reset_seconds: number;
}

interface ApiKeyRow extends Partial<CountedUse> {
  project_id: ProjectId;
  key_last4: string;
  disabled_reason: string | null;
}

interface PublicKeyRow extends ApiKeyRow {
  address_used?: number | null;
  address_reset_seconds?: number | null;
}

interface SessionRow extends Partial<CountedUse> {
  session_id: SessionId;
  user_id: UserId;
  role: Role | null;
  disabled_reason: string | null;
}

/**
 * Identifies callers: one round trip that looks up and counts. No caller is admitted from memory, so a rotated key and an ended
 * session are refused by every process from the commit on. Only refusals are remembered: a key that has used up its minute.
 */
export function makeIdentity(database: Database): Identity {
  const countHere = localRates();
  const exhausted = exhaustedKeys();
  // The first argument is the hash of the key or session. Only counters and the time a session was last seen are written.
  const callFunction = <Row>(name: string, args: readonly [string, ...(string | number | null)[]]): Promise<Row[]> =>
    callOnce<Row>(database, 'postrider_app', name, args, { owner: args[0], isForgettable: true });

  /** D-132: when only the shared counter is unavailable, the caller is admitted and this process counts. */
  async function enter<Row>(
    kind: 'key' | 'session',
    args: readonly [string, ...(string | number | null)[]],
    from?: AddressLimit,
  ): Promise<Row | null> {
    const counted = [...args, maxRequests, windowSeconds] as const;
    const request = from
      ? callFunction<Row>('enter_with_public_key', [...counted, from.address, from.limit])
      : callFunction<Row>(`enter_with_${kind}`, counted);
    const rows = await request.catch((error: unknown) => {
      if (isConnectionUnavailable(error)) throw error; // no connection: a second query would wait as long
      return callFunction<Row>(`find_${kind}`, args);
    });
    return rows[0] ?? null;
  }

  const rateOf = (row: Partial<CountedUse>, key: string): Rate =>
    row.used === undefined || row.reset_seconds === undefined
      ? countHere(key, windowSeconds)
      : { used: row.used, resetSeconds: row.reset_seconds };

  const entryOf = (row: ApiKeyRow, kind: KeyKind, hash: string): KeyEntry => {
    const { project_id: projectId, key_last4: keyLast4, disabled_reason: disabledReason } = row;
    const rate = rateOf(row, `project:${projectId}:${kind}`);
    const entry = { projectId, keyLast4, disabledReason, rate };
    // Why: the count of this process is valid only as long as the shared counter is unavailable.
    if (row.used !== undefined && rate.used > maxRequests) exhausted.add(hash, entry);
    return entry;
  };

  const fromAddress = (row: PublicKeyRow, { address }: AddressLimit): Rate =>
    row.address_used === undefined
      ? countHere(`public:${address}`, windowSeconds)
      : { used: row.address_used ?? 0, resetSeconds: row.address_reset_seconds ?? windowSeconds };

  return {
    async bySecretKey(key): Promise<KeyEntry | null> {
      if (apiKeyKind(key) !== 'secret') return null;
      const hash = apiKeyHash(key).toString('hex');
      const refused = exhausted.find(hash);
      if (refused) return refused;
      const row = await enter<ApiKeyRow>('key', [hash, 'secret']);
      return row && entryOf(row, 'secret', hash);
    },

    async byPublicKey(key, from): Promise<KeyEntry | AddressExhausted | null> {
      if (apiKeyKind(key) !== 'public') return null;
      const hash = apiKeyHash(key).toString('hex');
      const refused = exhausted.find(hash);
      if (refused) return refused;
      const row = await enter<PublicKeyRow>('key', [hash, 'public'], from);
      if (!row) return null;
      const { used, resetSeconds } = fromAddress(row, from);
      return from.limit > 0 && used > from.limit ? { resetSeconds } : entryOf(row, 'public', hash);
    },

    async bySession(token, projectId): Promise<SessionEntry | null> {
      const hash = sessionHash(token).toString('hex');
      const row = await enter<SessionRow>('session', [hash, projectId, idleSeconds]);
      if (!row) return null;
      const { user_id: userId, session_id: sessionId, role, disabled_reason: disabledReason } = row;
      const membership =
        role === null || projectId === null ? null : { projectId: projectId as ProjectId, role, disabledReason }; // the database found it
      return { userId, sessionId, rate: rateOf(row, `user:${userId}`), membership };
    },
  };
}
