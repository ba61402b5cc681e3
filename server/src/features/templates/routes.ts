import { z } from 'zod';
import { DomainNotVerified } from '#features/domains';
import {
  choice,
  defineRoute,
  direction,
  OffsetPage,
  pageLimit,
  pathId,
  search,
  sortBy,
  wholeNumber,
} from '#platform/http';
import { limits } from '#pure/limits';
import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { duplicateTemplate } from './duplicate-template.ts';
import { listTemplates } from './list-templates.ts';
import { patchTemplate } from './patch-template.ts';
import { previewTemplate } from './preview-template.ts';
import { findTemplate } from './queries.ts';
import { ContactNotFound, TemplateInUse, TemplateNotFound, TextsInvalid, toWorkflowStep } from './refusals.ts';
import {
  PreviewBody,
  PreviewReply,
  TemplateBody,
  TemplatePatchBody,
  TemplateReply,
  toFields,
  toPatch,
  toTemplateReply,
  UsageReply,
} from './shapes.ts';
import { templateTypes } from './template.ts';
import { templateUsage } from './template-usage.ts';

const params = z.object({ id: pathId<'template'>('template', TemplateNotFound) });

export const list = defineRoute({
  method: 'GET',
  path: '/templates',
  summary: 'List templates',
  access: 'secret',
  query: z.object({
    page: wholeNumber(1, 1, limits.templatePage),
    pageSize: pageLimit,
    type: choice(templateTypes),
    search,
    sort: sortBy(['name', 'createdAt', 'updatedAt'], 'createdAt'),
    dir: direction,
  }),
  replies: { 200: OffsetPage(TemplateReply) },
  async run(ctx, { query }) {
    const { page, pageSize } = query;
    const { templates, total } = await listTemplates(ctx, query);
    const data = templates.map((template) => toTemplateReply(template, ctx.projectId));
    return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
  },
});

export const create = defineRoute({
  method: 'POST',
  path: '/templates',
  summary: 'Create a template',
  access: 'secret',
  body: TemplateBody,
  replies: { 201: TemplateReply },
  refuses: [DomainNotVerified, TextsInvalid],
  async run(ctx, { body }) {
    return toTemplateReply(await createTemplate(ctx, toFields(body)), ctx.projectId);
  },
});

export const preview = defineRoute({
  method: 'POST',
  path: '/templates/preview',
  summary: 'Render a template for a contact or for sample values; nothing is stored or sent',
  access: 'secret',
  body: PreviewBody,
  replies: { 200: PreviewReply },
  refuses: [TemplateNotFound, ContactNotFound],
  run: (ctx, { body: { data, ...request } }) => previewTemplate(ctx, { ...request, once: data }),
});

export const get = defineRoute({
  method: 'GET',
  path: '/templates/:id',
  summary: 'Read a template',
  access: 'secret',
  params,
  replies: { 200: TemplateReply },
  refuses: [TemplateNotFound],
  async run(ctx, { params: { id } }) {
    return toTemplateReply(await ctx.read((reader) => findTemplate(reader, id)), ctx.projectId);
  },
});

export const patch = defineRoute({
  method: 'PATCH',
  path: '/templates/:id',
  summary: 'Change a template',
  access: 'secret',
  params,
  body: TemplatePatchBody,
  replies: { 200: TemplateReply },
  refuses: [TemplateNotFound, DomainNotVerified, TextsInvalid],
  async run(ctx, { params: { id }, body }) {
    return toTemplateReply(await patchTemplate(ctx, id, toPatch(body)), ctx.projectId);
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/templates/:id',
  summary: 'Delete a template that no workflow needs',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [TemplateNotFound, TemplateInUse],
  run: (ctx, { params: { id } }) => deleteTemplate(ctx, id),
});

export const duplicate = defineRoute({
  method: 'POST',
  path: '/templates/:id/duplicate',
  summary: 'Copy a template',
  access: 'secret',
  params,
  replies: { 201: TemplateReply },
  refuses: [TemplateNotFound],
  async run(ctx, { params: { id } }) {
    return toTemplateReply(await duplicateTemplate(ctx, id), ctx.projectId);
  },
});

export const usage = defineRoute({
  method: 'GET',
  path: '/templates/:id/usage',
  summary: 'Campaigns and workflow steps that refer to a template',
  access: 'secret',
  params,
  replies: { 200: UsageReply },
  refuses: [TemplateNotFound],
  async run(ctx, { params: { id } }) {
    const { campaigns, workflowSteps, emailsSent } = await templateUsage(ctx, id);
    return {
      campaigns: campaigns
        .slice(0, limits.templateUsesListed)
        .map(({ id, name, status = '' }) => ({ id, name, status })),
      workflowSteps: workflowSteps.slice(0, limits.templateUsesListed).map(toWorkflowStep),
      counts: { campaigns: campaigns.length, workflowSteps: workflowSteps.length },
      emailsSent,
    };
  },
});
