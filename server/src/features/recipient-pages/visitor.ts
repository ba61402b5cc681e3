import { sql } from 'kysely';
import { recipientKeys } from '#features/emails';
import { projectByHandle } from '#features/projects';
import type { ProjectContext } from '#platform/context';
import type { PageCall } from '#platform/http';
import type { PageTexts } from '#pure/recipient-pages';
import { acceptedLanguages, pageTexts } from '#pure/recipient-pages';
import { readRecipientToken } from '#pure/recipient-tokens';
import { refuseLink } from './refuse-link.ts';

export type PagePurpose = 'unsubscribe' | 'subscribe' | 'manage' | 'view';

/** Somebody who came by a link we signed. */
export interface Visitor {
  readonly texts: PageTexts;
  /** Null once the project is gone. */
  readonly project: VisitedProject | null;
  /** Null once the contact is gone, and in tests of a campaign. */
  readonly contact: { readonly id: string; readonly email: string; readonly subscribed: boolean } | null;
  /** From a test of a campaign: pages show and change nothing (D-654). */
  readonly isPreview: boolean;
  /** Where the mail went; null once the contact is gone. */
  readonly address: string | null;
  readonly emailId: string | null;
  /** The mail's body is still kept. */
  readonly hasBody: boolean;
  readonly campaignId: string | null;
}

export interface VisitedProject {
  readonly ctx: ProjectContext;
  readonly name: string;
  readonly handle: string;
}

interface Row {
  name: string;
  language: string;
  contactEmail: string | null;
  subscribed: boolean | null;
  locale: string | null;
  recipient: string | null;
  campaignId: string | null;
  hasBody: boolean;
}

/** Whom a link names; refuses one that we have not signed for this purpose, the same for every cause. */
export async function findVisitor(call: PageCall, text: string, purpose: PagePurpose): Promise<Visitor> {
  const token = readRecipientToken(text, purpose, recipientKeys(call.config));
  if (!token) throw await refuseLink(call);
  const { handle, contactId, emailId } = token;
  const projectId = await projectByHandle(call, handle);
  const ctx = projectId && call.inProject(projectId);
  const row = ctx && (await lookUp(ctx, contactId, emailId));
  const wished = acceptedLanguages(call.header('accept-language'));
  return {
    texts: pageTexts(row?.locale ?? null, ...wished, row?.language ?? null),
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

function lookUp(ctx: ProjectContext, contactId: string | null, emailId: string | null): Promise<Row | null> {
  return ctx.read(async ({ db, projectId }) => {
    const { rows } = await sql<Row>`
      select p.name, p.language, c.email as contact_email, c.subscribed, e.recipient, e.campaign_id,
             exists (select 1 from email_contents b where b.project_id = p.id and b.id = ${emailId}) as has_body,
             case jsonb_typeof(c.data -> 'locale') when 'string' then c.data ->> 'locale' end as locale
        from projects p
        left join contacts c on c.project_id = p.id and c.id = ${contactId}
        left join emails e on e.project_id = p.id and e.id = ${emailId}
       where p.id = ${projectId} and p.deleted_at is null`.execute(db);
    return rows[0] ?? null;
  });
}
