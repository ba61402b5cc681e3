import { idleSeconds, sessionHash } from '#features/accounts';
import type { ProjectId } from '#platform/context';
import type { Database } from '#platform/db';
import { callOnce } from '#platform/db';
import type { Identity, KeyEntry, Role, SessionEntry, SessionId, UserId } from '#platform/http';
import { requestsPerMinute } from '#platform/http';
import type { Rate } from '#platform/rate-limit';
import { localRates } from '#platform/rate-limit';
import { apiKeyHash, apiKeyKind } from './api-key.ts';

const windowSeconds = 60;

interface Counted {
  used: number;
  reset_seconds: number;
}

interface KeyRow extends Partial<Counted> {
  project_id: ProjectId;
  key_last4: string;
  disabled_reason: string | null;
}

interface SessionRow extends Partial<Counted> {
  session_id: SessionId;
  user_id: UserId;
  role: Role | null;
  disabled_reason: string | null;
}

/**
 * Who comes in: one round trip that looks up and counts. Nothing is remembered between requests, so a rotated key and
 * an ended session are refused by every process from the commit on.
 */
export function makeIdentity(database: Database): Identity {
  const countHere = localRates();
  const ask = <Row>(name: string, args: readonly (string | number | null)[]): Promise<Row[]> =>
    callOnce<Row>(database, 'postrider_app', name, args);

  /** D-132: when only the shared counter is out of reach, the caller is let in and this process counts. */
  async function enter<Row>(kind: 'key' | 'session', args: readonly (string | number | null)[]): Promise<Row | null> {
    const rows = await ask<Row>(`enter_with_${kind}`, [...args, requestsPerMinute, windowSeconds]).catch(() =>
      ask<Row>(`find_${kind}`, args),
    );
    return rows[0] ?? null;
  }

  const rateOf = (row: Partial<Counted>, key: string): Rate =>
    row.used === undefined || row.reset_seconds === undefined
      ? countHere(key, windowSeconds)
      : { used: row.used, resetSeconds: row.reset_seconds };

  return {
    async byKey(key, wanted): Promise<KeyEntry | null> {
      if (apiKeyKind(key) !== wanted) return null;
      const row = await enter<KeyRow>('key', [apiKeyHash(key).toString('hex'), wanted]);
      if (!row) return null;
      const { project_id: projectId, key_last4: keyLast4, disabled_reason: disabledReason } = row;
      return { projectId, keyLast4, disabledReason, rate: rateOf(row, `project:${projectId}`) };
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
