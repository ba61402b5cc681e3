import type { Config } from '#platform/config';
import type { ProjectContext } from '#platform/context';
import type { RenderFailure } from '#platform/rendering';
import type { JsonObject } from '#pure/custom-fields';
import { buildScope } from '#pure/templating';
import { type RecipientUrls, recipientUrls } from '../links/recipient-urls.ts';
import type { SharedText } from './shared-text.ts';

/** One mail of a shared text. */
export interface SharedMail {
  readonly id: string;
  readonly contactId: string | null;
  readonly recipient: string;
  /** The project's public handle. */
  readonly handle: string;
  /** What was kept of the contact's data. */
  readonly values: JsonObject;
  readonly renderedAt: Date;
}

export type SharedRendering =
  | {
      readonly kind: 'rendered';
      readonly subject: string;
      readonly html: string;
      readonly text: string;
      readonly unsubscribeUrl: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: RenderFailure }
  /** Not tried yet. */
  | { readonly kind: 'skipped' };

/** Makes these mails, in order. The same text, values and moment give the same result (D-836). */
export async function renderShared(
  ctx: Pick<ProjectContext, 'config' | 'rendering'>,
  text: SharedText,
  mails: readonly SharedMail[],
): Promise<SharedRendering[]> {
  const drafts = mails.map((mail) => ({ mail, urls: urlsOf(ctx.config, mail) }));
  const results = await ctx.rendering.renderStrictly({
    subject: text.subject,
    body: text.body,
    language: text.language,
    now: mails[0]?.renderedAt ?? new Date(0),
    recipients: drafts.map(({ mail, urls }) => ({
      now: mail.renderedAt,
      values: buildScope({
        contact: { id: mail.contactId ?? '', email: mail.recipient, data: mail.values },
        links: urls,
        language: text.language,
      }),
      footer: text.hasFooter ? { projectName: text.projectName, ...urls } : null,
    })),
  });
  return results.map((result, index): SharedRendering => {
    if (result.kind !== 'rendered') return result;
    const { subject, body, text: plain } = result.mail;
    const unsubscribeUrl = text.hasUnsubscribeHeader ? (drafts[index]?.urls.unsubscribeUrl ?? null) : null;
    return { kind: 'rendered', subject, html: body ?? '', text: plain, unsubscribeUrl };
  });
}

const urlsOf = (config: Config, { handle, contactId, id }: SharedMail): RecipientUrls =>
  recipientUrls(config, { handle, contactId, emailId: id });
