import { z } from 'zod';
import { type CampaignId, CampaignNotFound } from '#features/campaigns';
import { type ContactId, ContactNotFound } from '#features/contacts';
import { type TemplateId, TemplateNotFound } from '#features/templates';
import { type WorkflowId, WorkflowNotFound } from '#features/workflows';
import type { ProjectContext } from '#platform/context';
import { defineRoute, pathId, type Resource } from '#platform/http';
import { readId } from '#platform/ids';
import { OneSubject } from './refusals.ts';
import { explainCampaign } from './why/explain-campaign.ts';
import { explainTemplate } from './why/explain-template.ts';
import { explainWorkflow } from './why/explain-workflow.ts';
import type { Why } from './why/why.ts';
import { toWhyReply, WhyReply } from './why/why-shapes.ts';

const subjects = ['campaignId', 'workflowId', 'templateId'] as const;

/** One of them is given, and no more. */
const idOf = (resource: Resource) =>
  z
    .string()
    .optional()
    .meta({ 'x-resource': resource, 'x-one-of': [...subjects] });

export const why = defineRoute({
  method: 'GET',
  path: '/contacts/:id/why',
  summary: 'Why a contact did or did not get a mail',
  description: 'Exactly one of `campaignId`, `workflowId` and `templateId`.',
  access: 'secret',
  params: z.object({ id: pathId<'contact'>('contact', ContactNotFound) }),
  query: z.object({ campaignId: idOf('campaign'), workflowId: idOf('workflow'), templateId: idOf('template') }),
  replies: { 200: WhyReply },
  refuses: [ContactNotFound, CampaignNotFound, WorkflowNotFound, TemplateNotFound, OneSubject],
  async run(ctx, { params: { id }, query }) {
    const [subject, ...others] = subjects.filter((name) => query[name] !== undefined);
    if (subject === undefined || others.length > 0) throw OneSubject(subjects);
    return toWhyReply(await explainers[subject](ctx, id, query[subject] ?? ''));
  },
});

type Explain = (ctx: ProjectContext, contactId: ContactId, given: string) => Promise<Why>;

const explainers: Readonly<Record<(typeof subjects)[number], Explain>> = {
  async campaignId(ctx, contactId, given) {
    const id: CampaignId | null = readId(given);
    if (id === null) throw CampaignNotFound(given);
    return explainCampaign(ctx, contactId, id);
  },
  async templateId(ctx, contactId, given) {
    const id: TemplateId | null = readId(given);
    if (id === null) throw TemplateNotFound(given);
    return explainTemplate(ctx, contactId, id);
  },
  async workflowId(ctx, contactId, given) {
    const id: WorkflowId | null = readId(given);
    if (id === null) throw WorkflowNotFound(given);
    return explainWorkflow(ctx, contactId, id);
  },
};
