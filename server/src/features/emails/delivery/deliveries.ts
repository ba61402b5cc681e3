import type { ProjectContext } from '#platform/context';
import { type Claim, type ClaimEnding, defineSpool } from '#platform/spool';
import { endClaim } from './claimed-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import { lanes, sessions } from './lanes.ts';
import { type DeliveryTools, makeTools } from './tools.ts';

/** Mails that are due. Campaigns cannot use five of a worker's sessions; two are kept for each lower lane that has mail. */
export const deliveries = defineSpool({
  name: 'emails.deliveries',
  table: 'deliveries',
  lanes,
  leaseSeconds: (config) => config.DELIVERY_LEASE_SECONDS,
  slots: sessions,
  reservedSlots: { campaign: 5 },
  keptSlots: { workflow: 2, campaign: 2 },
  yieldingLanes: ['workflow', 'campaign'],
  openResources: makeTools,
  handle: deliverMail,
  onPoison: endPoison,
});

/** Five claims have ended without a result: the mail crashes its worker or its handler throws. A doubt is settled first. */
async function endPoison(ctx: ProjectContext, claim: Claim, tools: DeliveryTools): Promise<ClaimEnding> {
  const mail = await tools.load(ctx, claim.id);
  if (!mail) return 'done';
  ctx.log.error({ emailId: mail.id, campaignId: mail.campaignId, templateId: mail.templateId }, 'mail is poison');
  if (mail.delivery.phase !== null) return deliverMail(ctx, claim, tools);
  const closure = { status: 'FAILED', reason: 'POISON' } as const;
  return endClaim({ ctx, claim, mail, tools }, { kind: 'closed', closure });
}
