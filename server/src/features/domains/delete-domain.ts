import type { ProjectContext } from '#platform/context';
import type { DomainId } from './domain.ts';
import { lockDomains, recordVerifiedDomains } from './lock-domains.ts';
import { findDomain } from './queries.ts';
import { DomainInUse, DomainNotFound } from './refusals.ts';
import { removeIdentity } from './remove-identity.ts';
import { DomainRemoved } from './signals.ts';

/** Deletes a domain with its key and its checks, unless something of the project still sends from it (D-714). */
export async function deleteDomain(ctx: ProjectContext, id: DomainId): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockDomains(tx);
    const found = await findDomain(tx, id);
    if (!found) throw DomainNotFound(id);
    const uses = await ctx.references.find(tx, 'domain', found.domain);
    if (uses.length > 0) throw DomainInUse(found.domain, uses);
    await tx.db.deleteFrom('domains').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
    await recordVerifiedDomains(tx);
    if (ctx.identities) await tx.enqueue(removeIdentity, { domain: found.domain });
    await tx.emit(DomainRemoved, { domainId: id, domain: found.domain });
  });
}
