import { checkPassword, deleteUser } from '#features/accounts';
import type { SessionCall } from '#platform/identity';
import { translateLastOwnerViolation } from './last-owner.ts';
import { listProjectsOnlyOwnedBy } from './queries.ts';
import { LastOwner } from './refusals.ts';

/** Deletes the signed-in user. The only owner of a project must hand it over or delete it first. */
export async function deleteAccount(call: SessionCall, password: string | undefined): Promise<void> {
  await checkPassword(call, 'password', password);
  const refuse = async () => LastOwner(await call.read((reader) => listProjectsOnlyOwnedBy(reader, call.userId)));
  await translateLastOwnerViolation(() => call.transaction((tx) => deleteUser(tx, call.userId)), refuse);
}
