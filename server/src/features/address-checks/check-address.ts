import type { ProjectContext } from '#platform/context';
import { domainOf } from '#pure/addresses';
import { kindOf } from './domain-lists.ts';
import { factsAbout } from './remembered-facts.ts';
import type { Verdict } from './verdict.ts';
import { judge } from './verdict.ts';

/** Whether mail can reach an address, and what kind of address it is. No mailbox is probed, nothing is stored. */
export async function checkAddress(ctx: Pick<ProjectContext, 'dns' | 'clock'>, email: string): Promise<Verdict> {
  const domain = domainOf(email);
  return judge(email, kindOf(domain), await factsAbout(ctx.dns, ctx.clock, domain));
}
