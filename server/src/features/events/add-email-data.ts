import type { ProjectContext, ProjectReader } from '#platform/context';
import type { ListedEvent } from './event.ts';

/**
 * Adds to the events of one page what those about an email have in common, from the records of the emails (D-841), with one
 * statement. Rows of earlier versions store it themselves: what a row stores is shown as it is.
 */
export async function addEmailData(
  ctx: Pick<ProjectContext, 'references'>,
  reader: ProjectReader,
  events: readonly ListedEvent[],
): Promise<ListedEvent[]> {
  const emailIds = new Set(events.flatMap(({ emailId }) => emailId ?? []));
  if (emailIds.size === 0) return [...events];
  const found = await ctx.references.emailData(reader, [...emailIds]);
  return events.map((event) => {
    const common = event.emailId === null ? undefined : found.get(event.emailId);
    return common ? { ...event, data: { ...common, ...event.data } } : event;
  });
}
