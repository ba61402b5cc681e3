import { z } from 'zod';
import { ConsentReply, ContactNotFound, toConsentReply } from '#features/contacts';
import { SuppressionReply, toSuppressionReply } from '#features/emails';
import { defineRoute, Instant, instant, instantOrNull, pathId } from '#platform/http';
import { type ContactSummary, loadSummary } from './summary/load-summary.ts';

const SummaryReply = z
  .object({
    lastEventAt: Instant.nullable(),
    subscription: ConsentReply.nullable().meta({ description: 'How it came to its present state.' }),
    suppression: SuppressionReply.nullable(),
    segments: z.array(z.object({ id: z.uuid(), name: z.string(), type: z.enum(['DYNAMIC', 'STATIC']) })),
    segmentsComplete: z.boolean().meta({ description: 'False: there was no time to try every segment.' }),
    mail90d: z.object({ accepted: z.int(), delivered: z.int(), opened: z.int(), clicked: z.int() }),
    activeExecutions: z.array(
      z.object({
        id: z.uuid(),
        workflowId: z.uuid(),
        workflowName: z.string(),
        stepName: z.string().nullable(),
        dueAt: Instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'ContactSummary' });

const toSummaryReply = ({
  lastEventAt,
  subscription,
  suppression,
  mail90d,
  activeExecutions,
  found,
}: ContactSummary): z.output<typeof SummaryReply> => ({
  lastEventAt: instantOrNull(lastEventAt),
  subscription: subscription && toConsentReply(subscription),
  suppression: suppression && toSuppressionReply(suppression),
  segments: found.segments.map(({ id, name, type }) => ({ id, name, type })),
  segmentsComplete: found.isComplete,
  mail90d,
  activeExecutions: activeExecutions.map(({ dueAt, ...execution }) => ({
    ...execution,
    dueAt: dueAt === null ? null : instant(new Date(dueAt)),
  })),
});

export const summary = defineRoute({
  method: 'GET',
  path: '/contacts/:id/summary',
  summary: 'What the page of a contact shows at once',
  access: 'secret',
  params: z.object({ id: pathId<'contact'>('contact', ContactNotFound) }),
  replies: { 200: SummaryReply },
  refuses: [ContactNotFound],
  async run(ctx, { params: { id } }) {
    return toSummaryReply(await loadSummary(ctx, id));
  },
});
