import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** A mail of a moment that has passed, as acceptance, result and notices would have left it. */
export async function pastMail(
  world: World,
  owner: Owner,
  { at, source = 'TRANSACTIONAL', isTest = true, openedAt = null, ...more }: PastMail,
): Promise<void> {
  await world.sql(
    `insert into emails (project_id, id, status, from_email, type, source_type, is_test, sent_at, opened_at, created_at, updated_at,
                         recipient, bounced_at, error, template_id, workflow_id)
     values ($1, gen_random_uuid(), case when $8::text is not null then 'BOUNCED' when $5::timestamptz is null then 'SENT' else 'OPENED' end,
             $6, 'TRANSACTIONAL', $3, $4, $2, $5, $2, $2, $7, case when $8::text is not null then $2::timestamptz end, $8, $9, $10)`,
    [
      ...[owner.project.id, at, source, isTest, openedAt, more.from ?? 'a@acme.example', more.recipient ?? null],
      ...[more.bounce ?? null, more.templateId ?? null, more.workflowId ?? null],
    ],
  );
}

interface PastMail {
  readonly at: string;
  readonly source?: 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW';
  readonly isTest?: boolean;
  readonly openedAt?: string | null;
  readonly from?: string;
  readonly recipient?: string;
  /** The words with which it was refused later on. */
  readonly bounce?: string;
  readonly templateId?: string;
  readonly workflowId?: string;
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
