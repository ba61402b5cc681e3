import type { ProjectContext } from '#platform/context';
import { isDatabaseAway } from '#platform/db';
import type { Claim, Ending } from '#platform/spool';
import { defineSpool } from '#platform/spool';
import { deliverMail } from './deliver-mail.ts';
import { endWith } from './handling.ts';
import { lanes } from './lanes.ts';
import type { DeliveryTools } from './tools.ts';
import { makeTools } from './tools.ts';

/** Mails that are due. Five of a worker's twenty sessions are closed to campaigns. */
export const deliveries = defineSpool({
  name: 'emails.deliveries',
  table: 'deliveries',
  lanes,
  leaseSeconds: (config) => config.DELIVERY_LEASE_SECONDS,
  slots: 20,
  closedSlots: { campaign: 5 },
  equip: makeTools,
  handle: whileDatabaseAnswers(deliverMail),
  onPoison: whileDatabaseAnswers(endPoison),
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

/** The database is away: no fault of the mail, and no step towards poison. The row says what it said before. */
function whileDatabaseAnswers(handle: typeof deliverMail): typeof deliverMail {
  return async (ctx, claim, tools) => {
    try {
      return await handle(ctx, claim, tools);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      ctx.log.warn({ error, emailId: claim.id }, 'database is away, the mail is put back');
      return { afterSeconds: 1 + 4 * Math.random() };
    }
  };
}
