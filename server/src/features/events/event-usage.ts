import type { ProjectContext } from '#platform/context';
import type { Reference } from '#platform/references';
import { canonicalEventName, isReservedEventName } from '#pure/event-names';
import { countEvents } from './count-events.ts';

export interface EventUsage {
  eventName: string;
  references: readonly Reference[];
  totalCount: number;
  uniqueContacts: number;
  canDelete: boolean;
}

/** What refers to a name, as the features above report it, and how many events it has (D-414). */
export function eventUsage(ctx: ProjectContext, rawName: string): Promise<EventUsage> {
  const eventName = canonicalEventName(rawName);
  return ctx.read(async (reader) => {
    const names = await ctx.references.eventNames(reader, eventName);
    const { people } = await reader.db
      .selectFrom('contactEvents')
      .select((of) => of.fn.count<string>('contactId').distinct().as('people'))
      .where('projectId', '=', reader.projectId)
      .where((where) => where('name', '=', where.fn.any(where.val(names))))
      .executeTakeFirstOrThrow();
    return {
      eventName,
      references: await ctx.references.find(reader, 'event', eventName),
      totalCount: await countEvents(reader, {
        name: names,
        source: undefined,
        period: { from: null, until: null },
      }),
      uniqueContacts: Number(people),
      canDelete: !isReservedEventName(eventName),
    };
  });
}
