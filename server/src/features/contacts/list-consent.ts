import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type KeysetPage, keysetOf } from '#platform/http';
import type { ConsentActor, ConsentRecord } from './consent.ts';
import type { ContactId } from './contact.ts';
import { ContactNotFound } from './refusals.ts';

const newestFirst = { by: 'at', direction: 'desc', kind: 'instant' } as const;

/** How a contact came to its state, newest first. */
export function listConsent(
  ctx: ProjectContext,
  id: ContactId,
  query: { readonly limit: number; readonly cursor: string | undefined },
): Promise<KeysetPage<ConsentRecord>> {
  const keyset = keysetOf(newestFirst, query);
  return ctx.read(async (reader) => {
    const found = await consentOf(reader, id)
      .where(keyset.isBeyond('r'))
      .orderBy(keyset.orderBy('r'))
      .limit(keyset.limit)
      .execute();
    if (found.length === 0 && !(await exists(reader, id))) throw ContactNotFound(id);
    return keyset.page(found.map(toRecord), () => count(reader, id));
  });
}

const consentOf = ({ db, projectId }: ProjectReader, id: ContactId) =>
  db
    .selectFrom('consentRecords as r')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .select([
      'r.id',
      'r.at',
      'r.subscribed',
      'r.isCreation',
      'r.source',
      'r.reason',
      'r.byKind',
      'r.userId',
      'r.requestId',
      'r.emailId',
      'r.campaignId',
      'r.workflowId',
      sql<string | null>`coalesce(u.name, u.email)`.as('userName'),
    ])
    .where('r.projectId', '=', projectId)
    .where('r.contactId', '=', id);

type ConsentRow = Awaited<ReturnType<ReturnType<typeof consentOf>['execute']>>[number];

const toRecord = ({ byKind, userId, userName, ...row }: ConsentRow): ConsentRecord => ({
  ...row,
  by: byKind === null ? null : { kind: byKind as ConsentActor, userId, name: userName },
});

async function exists({ db, projectId }: ProjectReader, id: ContactId): Promise<boolean> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function count({ db, projectId }: ProjectReader, id: ContactId): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from consent_records where project_id = ${projectId} and contact_id = ${id}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
