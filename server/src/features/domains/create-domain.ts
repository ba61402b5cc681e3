import type { ProjectContext, ProjectTx } from '#platform/context';
import { keyRing, seal } from '#platform/crypto';
import { TooManyRequests } from '#platform/identity';
import { countUse } from '#platform/rate-limit';
import { Invalid } from '#platform/refusals';
import { SesIdentityFailed } from '#platform/transports';
import { limits } from '#pure/limits';
import type { Domain, DomainId, DomainIdentity } from './domain.ts';
import { domainChecks } from './domain-checks.ts';
import { reservedAs } from './domain-name.ts';
import { keyContext, keyPurpose } from './find-dkim-key.ts';
import { writeOwnershipToken } from './keep-ownership-token.ts';
import { lockDomains } from './lock-domains.ts';
import { type DkimKeyPair, makeDkimKey } from './make-dkim-key.ts';
import { ownershipTokenOf } from './ownership-token.ts';
import { findDomain, findDomainByName } from './queries.ts';
import { writeIdentity } from './refresh-identity.ts';
import { DomainExists, DomainLimitReached, ProviderRefused } from './refusals.ts';
import { removeIdentity } from './remove-identity.ts';
import { isProviderFirst, mailFromDomain } from './sender-records.ts';

/** Adds a domain with a key of its own; its first check is due at once. `domain` is in its stored form. */
export async function createDomain(ctx: ProjectContext, domain: string): Promise<Domain> {
  const reserved = reservedAs(ctx.config, domain);
  if (reserved) throw Invalid([{ field: 'domain', code: 'custom', message: reservations[reserved], received: domain }]);
  await ctx.transaction(async (tx) => {
    await checkMayAdd(tx, domain);
    const limit = limits.domainsAddedPerProject;
    const { used, resetSeconds } = await countUse(tx.db, `domains:${tx.projectId}`, limit);
    if (used > limit.max) throw TooManyRequests('project', limit, resetSeconds);
  });
  const key = await makeDkimKey();
  const identity = await makeIdentity(ctx, domain);
  try {
    return await ctx.transaction(async (tx) => {
      await lockDomains(tx);
      await checkMayAdd(tx, domain);
      const id = await write(tx, domain, key);
      if (identity) await writeIdentity(tx, id, identity);
      tx.afterCommit(domainChecks.wake);
      const created = await findDomain(tx, id);
      if (!created) throw new Error('a domain that was just written is there');
      return created;
    });
  } catch (error) {
    // Nothing is stored: it is removed from the provider as well, unless another project has it.
    if (identity) await ctx.transaction((tx) => tx.enqueue(removeIdentity, { domain }));
    throw error;
  }
}

const providerMs = 10_000;

/**
 * Registers the domain with the mail provider that is the first relay. Before the transaction: it may take seconds. A provider
 * behind another relay gets the domain at its first check: adding a domain does not depend on it.
 */
async function makeIdentity(ctx: ProjectContext, domain: string): Promise<Omit<DomainIdentity, 'askedAt'> | null> {
  const { identities, config } = ctx;
  if (!identities || !isProviderFirst(config)) return null;
  try {
    const found = await identities.ensure(domain, mailFromDomain(config, domain), AbortSignal.timeout(providerMs));
    return { ...found, region: identities.region, hasFailed: false, isLeading: true };
  } catch (error) {
    if (!(error instanceof SesIdentityFailed)) throw error;
    ctx.log.warn({ error }, 'the mail provider does not take a domain');
    throw ProviderRefused(domain);
  }
}

const reservations = {
  sandbox: 'This is the sandbox domain: it is built in.',
  mailbox: 'This domain belongs to a mailbox provider. Use one of your own.',
} as const;

async function checkMayAdd(tx: ProjectTx, domain: string): Promise<void> {
  const existing = await findDomainByName(tx, domain);
  if (existing) throw DomainExists(domain, existing.id);
  const { count } = await tx.db
    .selectFrom('domains')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', tx.projectId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.domainsPerProject) throw DomainLimitReached(limits.domainsPerProject);
}

async function write(tx: ProjectTx, domain: string, key: DkimKeyPair): Promise<DomainId> {
  const { projectId, now, config } = tx;
  const id: DomainId = tx.newId<'domain'>();
  await tx.db
    .insertInto('domains')
    .values({ projectId, id, domain, createdAt: now, updatedAt: now, findings: '[]' })
    .execute();
  const token = ownershipTokenOf(config, { projectId, domain, ownershipToken: null });
  await writeOwnershipToken(tx, domain, { token, isPublished: false });
  await tx.db
    .insertInto('domainKeys')
    .values({
      projectId,
      domainId: id,
      selector: config.DKIM_SELECTOR,
      publicKey: key.publicKey,
      privateKey: seal(keyRing(config, keyPurpose), key.privateKey, keyContext(id)),
      createdAt: now,
    })
    .execute();
  await tx.db.insertInto('domainChecks').values({ projectId, id }).execute();
  return id;
}
