import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { Domain } from './domain.ts';
import type { RecordJudgement } from './judge-record.ts';
import { tokenInValue } from './ownership-token.ts';

/**
 * After a check: the token that was found, or else the one that was requested, is the domain's from now on, whatever
 * happens to the key that made it. Returns it; writes only a new one.
 */
export async function keepOwnershipToken(
  ctx: ProjectContext,
  { domain, ownershipToken }: Domain,
  judgements: readonly RecordJudgement[],
): Promise<string | null> {
  const judgement = judgements.find(({ record }) => record.purpose === 'OWNERSHIP');
  const token = judgement ? tokenInValue(judgement.record.value) : ownershipToken;
  if (token === null || token === ownershipToken) return token;
  const isPublished = judgement?.verdict === 'right';
  await ctx.transaction((tx) => writeOwnershipToken(tx, domain, { token, isPublished }));
  return token;
}

interface KeptToken {
  readonly token: string;
  /** It was found in DNS, so it replaces one that was only requested. */
  readonly isPublished: boolean;
}

export async function writeOwnershipToken(tx: ProjectTx, domain: string, kept: KeptToken): Promise<void> {
  await sql`
    insert into ownership_tokens (project_id, domain, token) values (${tx.projectId}, ${domain}, ${kept.token})
    on conflict (project_id, domain) do update set token = excluded.token where ${kept.isPublished}::boolean`.execute(
    tx.db,
  );
}
