import type { ProjectContext, ProjectTx } from '#platform/context';
import { isUniqueViolation } from '#platform/db';
import { Invalid } from '#platform/refusals';
import type { DataPatch } from '#pure/custom-fields';
import { type Contact, type ContactId, planContact } from './contact.ts';
import { lockContacts } from './lock-contacts.ts';
import { ContactNotFound, EmailInUse } from './refusals.ts';
import { writeContacts } from './write-contacts.ts';

interface ContactPatch {
  email: string | undefined;
  subscribed: boolean | undefined;
  data: DataPatch;
}

/** Changes a contact. A changed address keeps id, events and memberships; mail already accepted keeps the old one. */
export async function patchContact(ctx: ProjectContext, id: ContactId, patch: ContactPatch): Promise<Contact> {
  try {
    return await ctx.transaction((tx) => patchContactIn(tx, id, patch));
  } catch (error) {
    // Why: the unique index decides; a check before the write would let two concurrent requests both pass.
    if (isUniqueViolation(error, 'contacts_email')) throw EmailInUse();
    throw error;
  }
}

async function patchContactIn(tx: ProjectTx, id: ContactId, patch: ContactPatch): Promise<Contact> {
  const [before] = await lockContacts(tx, [id]);
  if (!before) throw ContactNotFound(id);
  const input = {
    email: patch.email ?? before.email,
    subscribed: patch.subscribed,
    subscribedWhenNew: before.subscribed,
    patch: patch.data,
  };
  const plan = planContact(before, input, { id, now: tx.now });
  if (plan.kind === 'refuse')
    throw Invalid([{ field: 'data', code: plan.problem.code, message: plan.problem.message }]);
  await writeContacts(tx, [plan], 'api');
  return plan.contact;
}
