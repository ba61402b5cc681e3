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

/** Who refers to a name, as the rooms above report it, and how much of it there is (D-414). */
export function eventUsage(ctx: ProjectContext, given: string): Promise<EventUsage> {
  const eventName = canonicalEventName(given);
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
