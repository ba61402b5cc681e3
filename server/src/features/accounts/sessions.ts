import type { z } from 'zod';
import type { SessionCall, SessionId } from '#platform/http';
import { instant } from '#platform/http';
import { SessionNotFound } from './refusals.ts';
import { idleSince } from './session.ts';
import type { SessionReply } from './shapes.ts';

const most = 200;

/** Where a person is signed in, newest first. */
export async function sessionsOf(call: SessionCall): Promise<z.output<typeof SessionReply>[]> {
  const rows = await call.read(({ db, now }) =>
    db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'lastSeenAt', 'userAgent', 'clientAddress'])
      .where('userId', '=', call.userId)
      .where('expiresAt', '>', now)
      .where('lastSeenAt', '>', idleSince(now))
      .orderBy('createdAt', 'desc')
      .limit(most)
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

/** Signs the person out in one place. */
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
