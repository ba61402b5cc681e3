import { sql } from 'kysely';
import { openUsage } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { acceptMails } from './accept-mails.ts';
import type { Acceptance } from './accepted-mail.ts';
import { loadSuppressions } from './load-suppressions.ts';
import type { StepMailDraft } from './step-mail.ts';

/**
 * Accepts rendered mails of steps in the caller's transaction, so that mail and progress commit together; one outcome for each, in
 * order. Null: its contact was deleted meanwhile, and there is no mail. Consent and suppressions are those of this moment.
 * Locks in the order of all mail: contacts first, so change contacts before, and call it once in a transaction.
 */
export async function acceptStepMails(
  tx: ProjectTx,
  drafts: readonly StepMailDraft[],
): Promise<readonly (Acceptance | null)[]> {
  if (drafts.length === 0) return [];
  const [states, listed, usage] = await Promise.all([
    holdContacts(
      tx,
      drafts.flatMap(({ contactId }) => contactId ?? []),
    ),
    loadSuppressions(tx, [...new Set(drafts.map(({ recipient }) => recipient))]),
    openUsage(tx, 'workflows'),
  ]);
  const mails = drafts.flatMap((draft) => {
    const { contactId } = draft;
    if (contactId === null) return [{ ...draft, isSubscribed: false }];
    const isSubscribed = states.get(contactId);
    return isSubscribed === undefined ? [] : [{ ...draft, isSubscribed }];
  });
  const accepted = await acceptMails(tx, mails, { listed, usage });
  const byId = new Map(accepted.map((one) => [one.mail.id, one]));
  return drafts.map(({ id }) => byId.get(id) ?? null);
}

/** Which of these contacts are subscribed; they are not deleted before the transaction ends. Those that are gone are left out. */
async function holdContacts({ db, projectId }: ProjectTx, ids: readonly string[]): Promise<Map<string, boolean>> {
  const sorted = [...new Set(ids)].toSorted();
  const { rows } = await sql<{ id: string; subscribed: boolean }>`
    select c.id, c.subscribed from unnest((select ${sorted}::uuid[])) w (id) cross join lateral (
      select id, subscribed from contacts where project_id = ${projectId} and id = w.id for key share) c`.execute(db);
  return new Map(rows.map(({ id, subscribed }) => [id, subscribed]));
}
