import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Claim } from '#platform/spool';
import type { Domain } from './domain.ts';
import { secondsToNextCheck } from './next-check.ts';

interface NotedCheck {
  readonly domain: Domain;
  readonly startedAt: Date;
  readonly claim: Claim | undefined;
}

/**
 * Records that a domain was checked and, for a check of the spool, ends its claim: the row waits for its next turn.
 * One statement, because it is all that most checks write. False when the domain is not at this revision any more.
 * A claim lost to another worker is left alone: that worker's check finds this one fresh. So is the time of a check
 * that began later and has already ended.
 */
export async function noteCheck(tx: ProjectTx, check: NotedCheck, revision: number): Promise<boolean> {
  const { domain, startedAt, claim } = check;
  const isOurs = claim ? sql`fence = ${claim.fence}::uuid` : sql`false`;
  const { rows } = await sql`
    update domain_checks c
       set checked_at = case when checked_at > ${startedAt} then checked_at else ${tx.now} end,
           due_at = case when ${isOurs} then ${tx.now}::timestamptz + ${secondsToNextCheck()} * interval '1 second' else due_at end,
           claims = case when ${isOurs} then 0 else claims end,
           lease_until = case when ${isOurs} then null else lease_until end,
           fence = case when ${isOurs} then null else fence end
      from domains d
     where c.project_id = ${tx.projectId} and c.id = ${domain.id}
       and d.project_id = c.project_id and d.id = c.id and d.revision = ${revision}
    returning c.id`.execute(tx.db);
  return rows.length > 0;
}
