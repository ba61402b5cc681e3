import type { z } from 'zod';
import { instant } from '#platform/http';
import type { SessionCall, SessionId } from '#platform/identity';
import { limits } from '#pure/limits';
import { SessionNotFound } from './refusals.ts';
import { idleSince } from './session.ts';
import type { SessionReply } from './shapes.ts';

/** Where a person is signed in, newest first. */
export async function loadSessions(call: SessionCall): Promise<z.output<typeof SessionReply>[]> {
  const rows = await call.read(({ db, now }) =>
    db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'lastSeenAt', 'userAgent', 'clientAddress'])
      .where('userId', '=', call.userId)
      .where('expiresAt', '>', now)
      .where('lastSeenAt', '>', idleSince(now))
      .orderBy('createdAt', 'desc')
      .limit(limits.sessionsListed)
      .execute(),
  );
  return rows.map(({ id, createdAt, lastSeenAt, ...rest }) => ({
    id,
    current: id === call.sessionId,
    createdAt: instant(createdAt),
    lastSeenAt: instant(lastSeenAt),
    ...rest,
  }));
}

/** Ends one session of the person. */
export function revokeSession(call: SessionCall, id: SessionId): Promise<void> {
  return call.transaction(async (tx) => {
    const gone = await tx.db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('userId', '=', call.userId)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw SessionNotFound(id);
  });
}
