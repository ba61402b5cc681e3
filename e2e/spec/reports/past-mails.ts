import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** A mail of a moment that has passed, as acceptance, result and notices would have left it. */
export async function pastMail(
  world: World,
  owner: Owner,
  { at, source = 'TRANSACTIONAL', isTest = true, openedAt = null }: PastMail,
): Promise<void> {
  await world.sql(
    `insert into emails (project_id, id, status, from_email, type, source_type, is_test, sent_at, opened_at, created_at, updated_at)
     values ($1, gen_random_uuid(), case when $5::timestamptz is null then 'SENT' else 'OPENED' end, 'a@acme.example', 'TRANSACTIONAL',
             $3, $4, $2, $5, $2, $2)`,
    [owner.project.id, at, source, isTest, openedAt],
  );
}

interface PastMail {
  readonly at: string;
  readonly source?: 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW';
  readonly isTest?: boolean;
  readonly openedAt?: string | null;
}

/** Values that no report understands, and the parameter that the refusal names. */
export const badPeriods: readonly (readonly [string, string])[] = [
  ['from=soon', 'from'],
  ['to=2026-02-30', 'to'],
  ['startDate=x', 'startDate'],
  ['endDate=x', 'endDate'],
  ['from=2026-03-02&to=2026-03-01', 'from'],
  ['from=2025-01-01&to=2026-03-01', 'from'],
  ['tz=Mars/Base', 'tz'],
  ['mode=real', 'mode'],
];
