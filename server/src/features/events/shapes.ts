import { z } from 'zod';
import { Address, Instant, instant, optional } from '#platform/http';
import { type DataProblem, readDataPatch, readEventData } from '#pure/custom-fields';
import { isReservedEventName, readEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import type { ListedEvent } from './event.ts';
import type { TrackRequest } from './track-event.ts';

/** The name of an event to track: valid, and not one of the service's own (D-401, D-402). */
const EventName = z
  .string()
  .transform((text, ctx) => {
    const parsed = readEventName(text);
    if (!parsed.ok) {
      ctx.addIssue({ code: 'custom', message: parsed.message, params: { code: parsed.code } });
      return z.NEVER;
    }
    if (isReservedEventName(parsed.name)) {
      const message = 'This name is recorded by the service alone.';
      ctx.addIssue({ code: 'custom', message, params: { code: 'reserved_event' } });
      return z.NEVER;
    }
    return parsed.name;
  })
  .meta({ minLength: 1, maxLength: limits.eventNameCharacters });

/** The `data` of a tracked event: the patch of the contact, and what is stored with the event. */
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
  data: event.data,
  contactId: event.contactId,
  emailId: event.emailId,
  projectId,
  createdAt: instant(event.createdAt),
});
