import { publish, type RequestedRecord } from '@postrider/server/testing/publish';
import { until } from '@postrider/server/testing/until';
import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

let made = 0;
export const newDomainName = (): string => {
  made += 1;
  return `shop-${made}.example`;
};

export interface DomainBody {
  id: string;
  domain: string;
  status: string;
  lastCheckedAt: string | null;
  updatedAt: string;
  records: (RequestedRecord & { required: boolean; status: string; found: string[]; message: string | null })[];
}

/** A domain of the owner's project, through the API. */
export async function newDomain(owner: Owner, domain = newDomainName()): Promise<DomainBody> {
  const reply = await owner.key.post('/domains', { domain });
  answered(reply, 201);
  return reply.body;
}

/** The same, after its first background check. */
export async function settledDomain(owner: Owner, domain?: string): Promise<DomainBody> {
  const added = await newDomain(owner, domain);
  let checked = added;
  const isChecked = async (): Promise<boolean> => {
    checked = (await owner.key.get(`/domains/${added.id}`)).body;
    return checked.lastCheckedAt !== null;
  };
  if (!(await until(isChecked))) throw new Error(`${added.domain} was not checked by itself`);
  return checked;
}

/** Deletes all domains: a project has at most 50, and standard cases add many. */
export const forgetDomains = (world: World, { project }: Owner): Promise<unknown> =>
  world.sql('delete from domains where project_id = $1', [project.id]);

/** Makes the last check a minute older, so that the next one is done. */
export const forgetCheck = (world: World, { id }: { id: string }): Promise<unknown> =>
  world.sql(`update domain_checks set checked_at = checked_at - interval '1 minute' where id = $1`, [id]);

/** Puts the records that the API asked for into the zone. */
export const publishRecords = (world: World, domain: DomainBody, ...except: string[]): void =>
  publish([world.names], domain.records, ...except);
