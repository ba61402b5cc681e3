import { requireUser } from '#features/accounts';
import type { ProjectTx } from '#platform/context';
import type { Caller } from '#platform/identity';
import type { Actor } from './campaign.ts';

/** Who does it, as it is stored: a person by id and name, because the name may change. */
export async function actorOf(tx: ProjectTx, caller: Caller): Promise<Actor> {
  if (caller.kind !== 'session') return 'key';
  const { id, name, email } = await requireUser(tx, caller.userId);
  return { userId: id, name: name ?? email };
}
