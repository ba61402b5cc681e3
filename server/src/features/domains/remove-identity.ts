import { z } from 'zod';
import { defineInstanceTask } from '#platform/context';

/**
 * Removes a domain from the mail provider once no project has it any more. Enqueued when a domain is deleted; a second run finds
 * it gone. A project that adds the domain at the same moment finds it missing at its next check and registers it again.
 */
export const removeIdentity = defineInstanceTask({
  name: 'domains.remove-identity',
  payload: z.object({ domain: z.string() }),
  retry: { attempts: 10, delaySeconds: 30 },

  async run(ctx, { domain }) {
    if (!ctx.identities) return;
    const [answer] = await ctx.dispatch<{ is_used: boolean }>('is_domain_used', [domain]);
    if (answer?.is_used) return;
    await ctx.identities.remove(domain, AbortSignal.timeout(10_000));
  },
});
