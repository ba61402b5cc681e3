import type { ProjectContext } from '#platform/context';
import { checkDomain } from './check-domain.ts';
import type { Domain, DomainId } from './domain.ts';
import { DomainNotFound } from './refusals.ts';

const underWay = new Map<string, Promise<Domain>>();

/** Checks a domain now, for somebody who waits (D-713). Those who ask for the same one at the same time share a check. */
export function verifyDomain(ctx: ProjectContext, id: DomainId): Promise<Domain> {
  const key = `${ctx.projectId}/${id}`;
  const shared = underWay.get(key) ?? check(ctx, id).finally(() => underWay.delete(key));
  underWay.set(key, shared);
  return shared;
}

async function check(ctx: ProjectContext, id: DomainId): Promise<Domain> {
  const checked = await checkDomain(ctx, id, { isThorough: true });
  if (!('domain' in checked)) throw DomainNotFound(id);
  return checked.domain;
}
