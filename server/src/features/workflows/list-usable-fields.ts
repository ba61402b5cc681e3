import { listFields } from '#features/contacts';
import { recentEventData } from '#features/events';
import type { ProjectContext } from '#platform/context';
import { type FieldType, inferType } from '#pure/custom-fields';
import { canonicalEventName } from '#pure/event-names';

export interface UsableField {
  readonly field: string;
  readonly type: FieldType;
  readonly category: 'Contact Fields' | 'Custom Data' | 'Event Data';
}

/** Fields that a CONDITION can ask for: those of contacts, and keys of the last events of a name or of all (D-920). */
export async function listUsableFields(ctx: ProjectContext, eventName: string | undefined): Promise<UsableField[]> {
  const ofContacts = (await listFields(ctx)).map(({ field, type, isCustom }) => ({
    ...{ field, type, category: isCustom ? ('Custom Data' as const) : ('Contact Fields' as const) },
  }));
  const data = await ctx.read(async (reader) => {
    const name = eventName === undefined ? null : canonicalEventName(eventName);
    return recentEventData(reader, name === null ? null : await ctx.references.eventNames(reader, name));
  });
  const types = new Map<string, FieldType>();
  for (const [key, value] of data.flatMap((each) => Object.entries(each))) {
    if (value !== null && !types.has(key)) types.set(key, inferType(value));
  }
  const ofEvents = [...types]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, type]) => ({ field: `event.${key}`, type, category: 'Event Data' as const }));
  return [...ofContacts, ...ofEvents];
}
