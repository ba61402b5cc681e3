import { ownerLink } from '#features/accounts';
import type { Config } from '#platform/config';
import { type InstanceContext, instanceContext } from '#platform/context';
import { isMigrated } from './migrate.ts';
import { buildServices, closeServices } from './services.ts';

/** What the log of a start ends with while nobody has signed up, or nothing. */
export async function firstStartLines(ctx: InstanceContext): Promise<string[]> {
  const { BASE_URL, SIGNUPS } = ctx.config;
  const link = SIGNUPS === 'closed' ? null : await ownerLink(ctx);
  if (link === null) return [];
  return [`Address: ${BASE_URL}`, `Make this instance yours, once: ${link}`, 'Test mode: no mail leaves this machine'];
}

/** `postrider owner-link`: a new link for the first owner, which ends the one before; or why there is none. */
export async function newOwnerLink(config: Config): Promise<{ link: string } | { reason: string }> {
  if (config.SIGNUPS === 'closed') return { reason: 'SIGNUPS is closed: no link would be accepted.' };
  const services = await buildServices(config, false);
  try {
    const ctx = instanceContext(services);
    if (!(await isMigrated(ctx))) return { reason: 'The database is not migrated: run `migrate` first.' };
    const link = await ownerLink(ctx, { isNew: true });
    return link === null ? { reason: 'This instance has its owner. Others join by invitation.' } : { link };
  } finally {
    await closeServices(services);
  }
}
