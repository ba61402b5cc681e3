import { z } from 'zod';
import { Address, Instant, instant, optional } from '#platform/http';
import type { DataProblem } from '#pure/custom-fields';
import { readDataPatch, readEventData } from '#pure/custom-fields';
import { isReservedEventName, readEventName } from '#pure/event-names';
import type { ListedEvent } from './event.ts';
import type { TrackRequest } from './track-event.ts';

/** The name of an event to track: of the right form, and not one of the service's own (D-401, D-402). */
const EventName = z
  .string()
  .transform((text, ctx) => {
    const read = readEventName(text);
    if (!read.ok) {
      ctx.addIssue({ code: 'custom', message: read.message, params: { code: read.code } });
      return z.NEVER;
    }
    if (isReservedEventName(read.name)) {
      const message = 'This name is recorded by the service alone.';
      ctx.addIssue({ code: 'custom', message, params: { code: 'reserved_event' } });
      return z.NEVER;
    }
    return read.name;
  })
  .meta({ minLength: 1, maxLength: 255 });

/** The `data` of a tracked event: what it asks of the contact, and what the event remembers of it. */
const TrackData = z
  .unknown()
  .optional()
  .transform((raw, ctx): TrackRequest['data'] => {
    const patch = readDataPatch(raw);
    const remembered = patch.ok ? readEventData(raw) : patch;
    if (patch.ok && remembered.ok && 'data' in remembered) return { patch: patch.patch, remembered: remembered.data };
    const problems: readonly DataProblem[] = remembered.ok ? [] : remembered.problems;
    for (const { path, code, message } of problems)
      ctx.addIssue({ code: 'custom', message, params: { code }, path: [...path] });
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: true });

export const TrackBody = z.object({
  email: Address,
  event: EventName,
  subscribed: optional(z.boolean()),
  preserveExistingSubscription: optional(z.boolean()),
  data: TrackData,
});

export const TrackReply = z.object({
  success: z.literal(true),
  data: z.object({ contact: z.uuid(), event: z.uuid(), timestamp: Instant }),
});

export const EventReply = z
  .object({
    id: z.uuid(),
    name: z.string(),
    data: z.record(z.string(), z.unknown()).nullable(),
    contactId: z.uuid(),
    emailId: z.uuid().nullable(),
    projectId: z.uuid(),
    createdAt: Instant,
  })
  .meta({ id: 'Event' });

export const EventWithContactReply = EventReply.extend({
  contact: z.object({ id: z.uuid(), email: z.string() }),
}).meta({ id: 'EventWithContact' });

export const toEventReply = (event: ListedEvent, projectId: string): z.output<typeof EventReply> => ({
  id: event.id,
  name: event.name,
  data: event.data as Record<string, unknown> | null, // only objects are recorded
  contactId: event.contactId,
  emailId: event.emailId,
  projectId,
  createdAt: instant(event.createdAt),
});
