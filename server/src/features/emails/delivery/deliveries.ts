import type { ProjectContext } from '#platform/context';
import type { Claim, Ending } from '#platform/spool';
import { defineSpool } from '#platform/spool';
import { deliverMail } from './deliver-mail.ts';
import { endWith } from './handling.ts';
import { lanes, sessions } from './lanes.ts';
import type { DeliveryTools } from './tools.ts';
import { makeTools } from './tools.ts';

/** Mails that are due. Five of a worker's sessions are closed to campaigns; two are kept for each lower lane that has mail. */
export const deliveries = defineSpool({
  name: 'emails.deliveries',
  table: 'deliveries',
  lanes,
  leaseSeconds: (config) => config.DELIVERY_LEASE_SECONDS,
  slots: sessions,
  closedSlots: { campaign: 5 },
  keptSlots: { workflow: 2, campaign: 2 },
  yieldingLanes: ['workflow', 'campaign'],
  equip: makeTools,
  handle: deliverMail,
  onPoison: endPoison,
});

/** Five claims have not brought it to a good end: it kills its worker, or breaks it. A doubt is settled first. */
async function endPoison(ctx: ProjectContext, claim: Claim, tools: DeliveryTools): Promise<Ending> {
  const mail = await tools.load(ctx, claim.id);
  if (!mail) return 'done';
  ctx.log.error({ emailId: mail.id, campaignId: mail.campaignId, templateId: mail.templateId }, 'mail is poison');
  if (mail.delivery.phase !== null) return deliverMail(ctx, claim, tools);
  const closing = { status: 'FAILED', reason: 'POISON' } as const;
  return endWith({ ctx, claim, mail, tools }, { effect: { kind: 'closed', closing, error: null, suppresses: false } });
}
