import { checkPassword, deleteUser } from '#features/accounts';
import type { SessionCall } from '#platform/http';
import { keepingAnOwner } from './last-owner.ts';
import { projectsOnlyOwnedBy } from './queries.ts';
import { LastOwner } from './refusals.ts';

/** Forgets the signed-in person. Whoever is the only owner of a project hands it over or deletes it first. */
export async function deleteAccount(call: SessionCall, password: string | undefined): Promise<void> {
  await checkPassword(call, 'password', password);
  const refuse = async () => LastOwner(await call.read((reader) => projectsOnlyOwnedBy(reader, call.userId)));
  await keepingAnOwner(() => call.transaction((tx) => deleteUser(tx, call.userId)), refuse);
}
