import { type ProjectContext, perApp } from '#platform/context';
import { checkDomain } from './check-domain.ts';
import type { Domain, DomainId } from './domain.ts';
import { DomainNotFound } from './refusals.ts';

const checksInFlight = perApp(() => new Map<string, Promise<Domain>>());

/** Checks a domain now, for a caller who waits (D-713). Concurrent calls for the same domain share a check. */
export function verifyDomain(ctx: ProjectContext, id: DomainId): Promise<Domain> {
  const inFlight = checksInFlight(ctx);
  const key = `${ctx.projectId}/${id}`;
  const shared = inFlight.get(key) ?? check(ctx, id).finally(() => inFlight.delete(key));
  inFlight.set(key, shared);
  return shared;
}

async function check(ctx: ProjectContext, id: DomainId): Promise<Domain> {
  const checked = await checkDomain(ctx, id, { isThorough: true });
  if (!('domain' in checked)) throw DomainNotFound(id);
  return checked.domain;
}
