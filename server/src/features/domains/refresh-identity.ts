import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { countUse } from '#platform/rate-limit';
import { SesIdentityFailed } from '#platform/transports';
import type { Domain, DomainIdentity } from './domain.ts';
import { isProviderFirst, mailFromDomain } from './sender-records.ts';

interface RefreshOptions {
  readonly now: Date;
  readonly signal: AbortSignal;
  /** A caller waits. */
  readonly isThorough: boolean;
}

const minute = 60_000;
/** The provider allows its account few calls a second, and all projects share them. */
const callsPerProject = { max: 30, windowSeconds: 60 };
const [maxInFlight, timeoutMs] = [4, 2_500] as const;
let callsInFlight = 0;

/**
 * The identity of a domain at the provider, requested again when due and stored; without a provider, the stored one. A
 * domain that the provider has lost, or never had, is registered. A failure of the provider leaves everything as it was, except
 * for `hasFailed`. Calls hold no database connection.
 */
export async function refreshIdentity(
  ctx: ProjectContext,
  domain: Domain,
  options: RefreshOptions,
): Promise<DomainIdentity | null> {
  const { identities } = ctx;
  const isBusy = callsInFlight >= maxInFlight && !options.isThorough;
  if (!identities || isBusy || !isDue(domain.identity, identities.region, options)) return domain.identity;
  if (!(await mayCallProvider(ctx))) return domain.identity;
  const isLeading = isProviderFirst(ctx.config) && (domain.status === 'pending' || domain.identity?.isLeading === true);
  callsInFlight += 1;
  try {
    const found = await identities.ensure(
      domain.domain,
      isLeading ? mailFromDomain(ctx.config, domain.domain) : null,
      AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
    );
    return await saveIdentity(ctx, domain, { ...found, region: identities.region, hasFailed: false, isLeading });
  } catch (error) {
    if (!(error instanceof SesIdentityFailed)) throw error;
    if (error.isThrottled || options.signal.aborted) return domain.identity;
    ctx.log.warn({ error, domainId: domain.id }, 'the mail provider does not answer for a domain');
    const before = domain.identity ?? { tokens: [], zone: '', isConfirmed: false, region: identities.region };
    return await saveIdentity(ctx, domain, { ...before, hasFailed: true, isLeading });
  } finally {
    callsInFlight -= 1;
  }
}

function isDue(known: DomainIdentity | null, region: string, { now, isThorough }: RefreshOptions): boolean {
  if (!known || known.region !== region) return true;
  const age = now.getTime() - known.askedAt.getTime();
  if (known.isConfirmed && !known.hasFailed) return age >= 6 * 60 * minute;
  return age >= (isThorough ? minute / 4 : 4 * minute);
}

const mayCallProvider = (ctx: ProjectContext): Promise<boolean> =>
  ctx.transaction(async ({ db, projectId }) => {
    const { used } = await countUse(db, `identities:${projectId}`, callsPerProject);
    return used <= callsPerProject.max;
  });

async function saveIdentity(
  ctx: ProjectContext,
  { id }: Domain,
  identity: Omit<DomainIdentity, 'askedAt'>,
): Promise<DomainIdentity> {
  return ctx.transaction(async (tx) => {
    await writeIdentity(tx, id, identity);
    return { ...identity, askedAt: tx.now };
  });
}

/** Writes nothing for a domain that was deleted meanwhile. */
export async function writeIdentity(
  { db, projectId, now }: ProjectTx,
  domainId: string,
  { region, tokens, zone, isConfirmed, hasFailed, isLeading }: Omit<DomainIdentity, 'askedAt'>,
): Promise<void> {
  await sql`
    insert into domain_identities (project_id, domain_id, region, tokens, zone, is_confirmed, has_failed, is_leading, asked_at)
    select d.project_id, d.id, ${region}, ${[...tokens]}::text[], ${zone}, ${isConfirmed}, ${hasFailed}, ${isLeading}, ${now}
      from domains d where d.project_id = ${projectId} and d.id = ${domainId}
       for key share
    on conflict (project_id, domain_id) do update
      set region = excluded.region, tokens = excluded.tokens, zone = excluded.zone, is_confirmed = excluded.is_confirmed,
          has_failed = excluded.has_failed, is_leading = excluded.is_leading, asked_at = excluded.asked_at`.execute(db);
}
