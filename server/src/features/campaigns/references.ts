import { loadAudience } from '#features/segments';
import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';
import { type Condition, fieldsOf, segmentIdsOf, storedCondition } from '#pure/conditions';
import { limits } from '#pure/limits';

/** Campaigns whose audience reads a field (D-222). */
export const campaignsUsingField = (reader: ProjectReader, field: string): Promise<Reference[]> =>
  filtering(reader, (tree) => fieldsOf(tree).includes(field));

/** Campaigns whose audience mentions an event, through segments too (D-414). */
export async function campaignsUsingEvent(reader: ProjectReader, name: string): Promise<Reference[]> {
  const audience = await loadAudience(reader);
  const names = new Set(audience.options.eventNames?.(name) ?? [name]);
  return filtering(reader, (tree) => audience.watchedEvents(tree).some((each) => names.has(each)));
}

/** Campaigns that go to a segment, or whose audience refers to it (D-342). */
export async function campaignsUsingSegment(reader: ProjectReader, id: string): Promise<Reference[]> {
  const direct = await listed(reader).where('segmentId', '=', id).execute();
  return [...direct.map(toReference), ...(await filtering(reader, (tree) => segmentIdsOf(tree).includes(id)))];
}

/** Campaigns whose content was copied from a template (D-508). */
export const campaignsFromTemplate = async (reader: ProjectReader, id: string): Promise<Reference[]> =>
  (await listed(reader).where('templateId', '=', id).limit(limits.templateUsesCounted).execute()).map(toReference);

/** Campaigns that are not finished and have their sender on a domain (D-714). */
export async function campaignsSendingFrom(reader: ProjectReader, domain: string): Promise<Reference[]> {
  const rows = await listed(reader)
    .where('status', 'in', ['DRAFT', 'SCHEDULED', 'SENDING'])
    .where(({ fn, val }) => fn<string>('split_part', ['fromEmail', val('@'), val(2)]), '=', domain)
    .limit(maxNamed)
    .execute();
  return rows.map(toReference);
}

/** A refusal names fewer. */
const maxNamed = 100;

const listed = ({ db, projectId }: ProjectReader) =>
  db.selectFrom('campaigns').select(['id', 'name', 'status']).where('projectId', '=', projectId).orderBy('createdAt');

const toReference = ({ id, name, status }: { id: string; name: string; status: string }): Reference => ({
  by: 'campaign',
  id,
  name,
  status,
});

async function filtering(reader: ProjectReader, isMatch: (tree: Condition) => boolean): Promise<Reference[]> {
  const rows = await listed(reader).select('audienceCondition').where('audienceCondition', 'is not', null).execute();
  return rows.filter(({ audienceCondition }) => isMatch(storedCondition(audienceCondition))).map(toReference);
}
