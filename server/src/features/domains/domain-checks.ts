import { defineSpool } from '#platform/spool';
import { checkDomain } from './check-domain.ts';
import type { DomainId } from './domain.ts';
import { secondsToNextCheck } from './next-check.ts';

const hourSeconds = 60 * 60;

/**
 * The background checks: one due row for each domain, whatever its state (D-708). A second run of a check finds the
 * first one fresh; a check whose process dies is repeated when its lease lapses. Slots are many because they wait for DNS,
 * which has a limit of its own, and hold a database connection only to read and to write.
 */
export const domainChecks = defineSpool({
  name: 'domains.checks',
  table: 'domain_checks',
  lanes: ['check'],
  leaseSeconds: 45,
  slots: 256,
  share: 10,
  longestPauseMs: 1_000,

  async handle(ctx, claim) {
    const { kind } = await checkDomain(ctx, claim.id as DomainId, { isThorough: false, claim }); // the row has the domain's id
    if (kind === 'interrupted') return 'released';
    if (kind === 'fresh') return { afterSeconds: secondsToNextCheck() };
    return 'ended'; // by the check itself, or with the domain that is gone
  },

  async onPoison(ctx, claim) {
    ctx.log.error({ domainId: claim.id }, 'domain check fails again and again, next try in an hour');
    return { afterSeconds: hourSeconds };
  },
});
