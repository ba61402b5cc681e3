import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type ContactId, ContactReply, toContactReply } from '#features/contacts';
import { loadSuppression, SuppressionReply, toSuppressionReply } from '#features/emails';
import { segmentsOfContact } from '#features/segments';
import { type ProjectContext, perApp } from '#platform/context';
import { Instant, instant, instantOrNull } from '#platform/http';
import { NoFreeSlot, Shares, streamAlone } from '#platform/shares';
import { findContact } from '../find-contact.ts';
import { ExportRunning } from '../refusals.ts';
import { emails } from './export-emails.ts';
import { events, eventTotals } from './export-events.ts';
import { executions, webhookCalls, workflowEntries } from './export-executions.ts';
import { consent, jobErrors, refusedMails, webhookDeliveries } from './export-lists.ts';
import type { ExportSection, ExportSubject } from './export-section.ts';

/** In the order of the file. A feature that begins to store something of contacts gets a line here. */
const sections: readonly ExportSection[] = [
  consent,
  events,
  eventTotals,
  emails,
  refusedMails,
  executions,
  workflowEntries,
  webhookCalls,
  webhookDeliveries,
  jobErrors,
];

const ExportedSegment = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(['DYNAMIC', 'STATIC']),
  since: Instant.nullable(),
});

export const ContactExport = z
  .object({
    exportedAt: Instant,
    contact: ContactReply.extend({ source: z.string() }),
    suppression: SuppressionReply.nullable(),
    segments: z.array(ExportedSegment),
    segmentsComplete: z.boolean(),
    ...Object.fromEntries(sections.map(({ name, item }) => [name, z.array(item)])),
  })
  .meta({ id: 'ContactExport' });

const exportSlots = perApp(() => new Shares({ slots: Number.POSITIVE_INFINITY, maxPerOwner: () => 1 }));

/** Everything that is stored of a contact, as JSON, a page at a time (D-1061); one at a time for each project. */
export async function exportContact(ctx: ProjectContext, id: ContactId): Promise<Readable> {
  const subject = await ctx.read(async (reader) => ({
    ctx,
    contact: await findContact(reader, id),
    until: reader.now,
  }));
  return streamAlone(exportSlots(ctx), ctx.projectId, () => textOf(subject)).catch((error: unknown) => {
    throw error instanceof NoFreeSlot ? ExportRunning() : error;
  });
}

/** The text ends with the last brace: one that was cut off is no JSON. */
async function* textOf(subject: ExportSubject): AsyncGenerator<string> {
  const { ctx, contact, until } = subject;
  const suppression = await ctx.read((reader) => loadSuppression(reader, { column: 'email', value: contact.email }));
  const { segments, isComplete } = await segmentsOfContact(ctx, contact);
  const head = {
    exportedAt: instant(until),
    contact: { ...toContactReply(contact), source: contact.source },
    suppression: suppression && toSuppressionReply(suppression),
    segments: segments.map(({ since, ...segment }) => ({ ...segment, since: instantOrNull(since) })),
    segmentsComplete: isComplete,
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const { name, pages } of sections) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const page of pages(subject)) {
      if (page.length === 0) continue;
      yield separator + page.map((item) => JSON.stringify(item)).join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
