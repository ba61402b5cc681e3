import { findReceivingProject } from '#features/domains';
import type { InstanceContext, ProjectId } from '#platform/context';
import { keyRing } from '#platform/crypto';
import { readId } from '#platform/ids';
import { domainOf, normaliseAddress } from '#pure/addresses';
import { parseReturnPath } from '#pure/message';

/** A mail of ours, named by a token that we signed (M10). */
export interface ReturnPathRecipient {
  readonly kind: 'return-path';
  readonly projectId: ProjectId;
  readonly emailId: string;
}

/** An address that we accept mail for. `feedback`: the operator's address for complaints of mailbox providers. */
export type Recipient =
  | ReturnPathRecipient
  | { readonly kind: 'mailbox'; readonly projectId: ProjectId; readonly address: string }
  | { readonly kind: 'feedback' };

/** Null for every other address: nothing is relayed. */
export async function findRecipient(ctx: InstanceContext, text: string): Promise<Recipient | null> {
  const { BOUNCE_HOST, FEEDBACK_ADDRESS, MAIL_FROM_SUBDOMAIN } = ctx.config;
  const address = normaliseAddress(text);
  if (address === null) return null;
  if (address === FEEDBACK_ADDRESS) return { kind: 'feedback' };
  const domain = domainOf(address);
  if (address.startsWith('bounce+')) {
    const isReturnPath = domain.startsWith(`${MAIL_FROM_SUBDOMAIN}.`) || domain === BOUNCE_HOST;
    return isReturnPath ? findReturnPath(ctx, address.split('@')[0] ?? '') : null;
  }
  const projectId = await findReceivingProject(ctx, domain);
  return projectId && { kind: 'mailbox', projectId, address };
}

/** The mail that the local part of a return path names; null for one that we did not sign. */
export async function findReturnPath(ctx: InstanceContext, localPart: string): Promise<ReturnPathRecipient | null> {
  const ring = keyRing(ctx.config, 'return-path');
  const token = parseReturnPath(
    localPart,
    ring.map(({ key }) => key),
  );
  // Why the mark does not count: a project that was moved here keeps the return paths of the mail it sent before.
  if (!token) return null;
  const project = await ctx.read(({ db }) =>
    db
      .selectFrom('projects')
      .select('id')
      .where('handle', '=', token.handle)
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
  );
  const projectId = project ? readId<'project'>(project.id) : null;
  return projectId && { kind: 'return-path', projectId, emailId: token.emailId };
}
