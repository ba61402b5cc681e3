import { sql } from 'kysely';
import { recipientKeys } from '#features/emails';
import { findProjectByHandle } from '#features/projects';
import type { ProjectContext } from '#platform/context';
import { type PageCall, TooManyRequests } from '#platform/identity';
import { countUse } from '#platform/rate-limit';
import type { Refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import { acceptedLanguages, type PageTexts, pageTexts } from '#pure/recipient-pages';
import { readRecipientToken } from '#pure/recipient-tokens';
import { LinkIncomplete } from './refusals.ts';

export type VisitPurpose = 'unsubscribe' | 'subscribe' | 'manage' | 'view';

/** A person who followed a link that we signed. */
export interface Visitor {
  readonly texts: PageTexts;
  /** Null once the project is gone. */
  readonly project: VisitedProject | null;
  /** Null once the contact is gone, and in tests of a campaign. */
  readonly contact: { readonly id: string; readonly email: string; readonly subscribed: boolean } | null;
  /** From a test of a campaign: pages show and change nothing (D-654). */
  readonly isPreview: boolean;
  /** The address the mail was sent to; null once the contact is gone. */
  readonly address: string | null;
  readonly emailId: string | null;
  /** The mail's body is still stored. */
  readonly hasBody: boolean;
  readonly campaignId: string | null;
}

export interface VisitedProject {
  readonly ctx: ProjectContext;
  readonly name: string;
  readonly handle: string;
}

interface VisitorRow {
  name: string;
  language: string;
  contactEmail: string | null;
  subscribed: boolean | null;
  locale: string | null;
  recipient: string | null;
  campaignId: string | null;
  hasBody: boolean;
}

/** The visitor that a link names; refuses one that we have not signed for this purpose, the same for every cause. */
export async function findVisitor(call: PageCall, text: string, purpose: VisitPurpose): Promise<Visitor> {
  const token = readRecipientToken(text, purpose, recipientKeys(call.config));
  if (!token) throw await refuseLink(call);
  const { handle, contactId, emailId } = token;
  const projectId = await findProjectByHandle(call, handle);
  const ctx = projectId && call.inProject(projectId);
  const row = ctx && (await loadVisitorRow(ctx, contactId, emailId));
  const languages = acceptedLanguages(call.header('accept-language'));
  return {
    texts: pageTexts(row?.locale ?? null, ...languages, row?.language ?? null),
    project: row && { ctx, name: row.name, handle },
    contact:
      contactId !== null && row && row.contactEmail !== null
        ? { id: contactId, email: row.contactEmail, subscribed: row.subscribed ?? false }
        : null,
    isPreview: contactId === null,
    address: row ? (row.contactEmail ?? (contactId === null ? row.recipient : null)) : null,
    emailId,
    hasBody: row?.hasBody ?? false,
    campaignId: row?.campaignId ?? null,
  };
}

function loadVisitorRow(
  ctx: ProjectContext,
  contactId: string | null,
  emailId: string | null,
): Promise<VisitorRow | null> {
  return ctx.read(async ({ db, projectId }) => {
    const { rows } = await sql<VisitorRow>`
      select p.name, p.language, c.email as contact_email, c.subscribed, e.recipient, e.campaign_id,
             exists (select 1 from email_contents b where b.project_id = p.id and b.id = ${emailId})
               or exists (select 1 from shared_texts x where x.project_id = p.id and x.id = e.campaign_id) as has_body,
             case jsonb_typeof(c.data -> 'locale') when 'string' then c.data ->> 'locale' end as locale
        from projects p
        left join contacts c on c.project_id = p.id and c.id = ${contactId}
        left join emails e on e.project_id = p.id and e.id = ${emailId}
       where p.id = ${projectId} and p.deleted_at is null`.execute(db);
    return rows[0] ?? null;
  });
}

/** D-656: only wrong links are counted, by the address they come from. */
async function refuseLink(call: PageCall): Promise<Refusal> {
  const key = `wrong-link:${call.client.address}`;
  const limit = limits.wrongLinksPerAddress;
  const { used, resetSeconds } = await call.transaction(({ db }) => countUse(db, key, limit));
  return used > limit.max ? TooManyRequests('address', limit, resetSeconds) : LinkIncomplete();
}
