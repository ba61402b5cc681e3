import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailChange } from './email-change.ts';

/** Writes into the log of attempts how a doubt was settled. An answer that comes later replaces the entry. */
export async function confirmAttempts(tx: ProjectTx, changes: readonly EmailChange[]): Promise<void> {
  const settled = changes.filter(({ email }) => email.settledAttempt !== null);
  if (settled.length > 0) {
    await sql`
      insert into delivery_attempts as a (project_id, email_id, attempt, finished_at, outcome, ambiguous, evidence)
      select ${tx.projectId}, w.id, w.attempt, clock_timestamp(), 'ACCEPTED', true, w.evidence
        from unnest(${settled.map(({ email }) => email.id)}::uuid[],
                    ${settled.map(({ email }) => email.settledAttempt)}::int[],
                    ${settled.map(evidenceOf)}::text[]) w (id, attempt, evidence)
      on conflict (project_id, email_id, attempt) do update set outcome = 'ACCEPTED', evidence = excluded.evidence
        where a.outcome = 'UNKNOWN'`.execute(tx.db);
  }
  const unconfirmed = changes.filter(({ email }) => email.wasUnconfirmed);
  if (unconfirmed.length === 0) return;
  const ids = unconfirmed.map(({ email }) => email.id);
  await sql`
    update delivery_attempts a set outcome = 'ACCEPTED', evidence = w.evidence
      from unnest(${ids}::uuid[], ${unconfirmed.map(evidenceOf)}::text[]) w (id, evidence)
     where a.project_id = ${tx.projectId} and a.email_id = w.id and a.email_id = any(${ids}::uuid[])
       and a.outcome = 'UNKNOWN'`.execute(tx.db);
}

const evidenceOf = ({ notices }: EmailChange): string =>
  notices.every(({ kind }) => kind === 'bounce') ? 'bounce' : 'notice';
