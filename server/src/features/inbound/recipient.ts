import { receivingProject } from '#features/domains';
import type { InstanceContext, ProjectId } from '#platform/context';
import { keyRing } from '#platform/crypto';
import { readId } from '#platform/ids';
import { domainOf, normaliseAddress } from '#pure/addresses';
import { parseReturnPath } from '#pure/message';

/** A mail of ours, named by a token that we signed (M10). */
export interface ReturnPath {
  readonly kind: 'return-path';
  readonly projectId: ProjectId;
  readonly emailId: string;
}

/** Whom we take mail for. `feedback`: the operator's address for complaints of mailbox providers. */
export type Recipient =
  | ReturnPath
  | { readonly kind: 'mailbox'; readonly projectId: ProjectId; readonly address: string }
  | { readonly kind: 'feedback' };

/** Null for everybody else: nothing is relayed. */
export async function recipientOf(ctx: InstanceContext, text: string): Promise<Recipient | null> {
  const { BOUNCE_HOST, FEEDBACK_ADDRESS, MAIL_FROM_SUBDOMAIN } = ctx.config;
  const address = normaliseAddress(text);
  if (address === null) return null;
  if (address === FEEDBACK_ADDRESS) return { kind: 'feedback' };
  const domain = domainOf(address);
  if (address.startsWith('bounce+')) {
    const isReturnPath = domain.startsWith(`${MAIL_FROM_SUBDOMAIN}.`) || domain === BOUNCE_HOST;
    return isReturnPath ? returnPathOf(ctx, address.split('@')[0] ?? '') : null;
  }
  const projectId = await receivingProject(ctx, domain);
  return projectId && { kind: 'mailbox', projectId, address };
}

/** The mail behind the first part of a return path; null for what we did not sign. */
export async function returnPathOf(ctx: InstanceContext, localPart: string): Promise<ReturnPath | null> {
  const ring = keyRing(ctx.config, 'return-path');
  const token = parseReturnPath(
    localPart,
    ring.map(({ key }) => key),
  );
  if (!token || token.cell !== ctx.config.CELL) return null;
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
