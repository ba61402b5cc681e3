import { z } from 'zod';
import { defineRoute, pathId } from '#platform/http';
import { type ProjectCall, ProjectNotFound } from '#platform/identity';
import { createDomain } from './create-domain.ts';
import { deleteDomain } from './delete-domain.ts';
import type { DomainId } from './domain.ts';
import { findDomain, listDomains } from './queries.ts';
import { DomainExists, DomainInUse, DomainLimitReached, DomainNotFound, ProviderRefused } from './refusals.ts';
import { DomainBody, DomainReply, toDomainReply } from './shapes.ts';
import { verifyDomain } from './verify-domain.ts';

const params = z.object({ id: pathId<'domain'>('domain', DomainNotFound) });

export const list = defineRoute({
  method: 'GET',
  path: '/domains/project/:projectId',
  summary: 'Domains of a project, verified and pending',
  access: 'secret',
  projectParam: 'projectId',
  params: z.object({ projectId: z.string().meta({ 'x-resource': 'project' }) }),
  replies: { 200: z.array(DomainReply) },
  refuses: [ProjectNotFound],
  async run(ctx) {
    return (await ctx.read(listDomains)).map((domain) => toDomainReply(ctx.config, domain));
  },
});

export const create = defineRoute({
  method: 'POST',
  path: '/domains',
  summary: 'Add a sender domain; answers the DNS records to add',
  description: 'At most 50 domains in a project, and 500 added ones a day (429).',
  access: 'secret',
  role: 'ADMIN',
  isOpenToKeys: true,
  body: DomainBody,
  replies: { 201: DomainReply },
  refuses: [DomainExists, DomainLimitReached, ProjectNotFound, ProviderRefused],
  async run(ctx, { body }) {
    if (body.projectId !== undefined && body.projectId !== ctx.projectId) throw ProjectNotFound(body.projectId);
    return toDomainReply(ctx.config, await createDomain(ctx, body.domain));
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/domains/:id',
  summary: 'Read a domain as it was last checked',
  access: 'secret',
  params,
  replies: { 200: DomainReply },
  refuses: [DomainNotFound],
  async run(ctx, { params: { id } }) {
    const domain = await ctx.read((reader) => findDomain(reader, id));
    if (!domain) throw DomainNotFound(id);
    return toDomainReply(ctx.config, domain);
  },
});

const verifyNow = async (ctx: ProjectCall, { params: { id } }: { params: { id: DomainId } }) =>
  toDomainReply(ctx.config, await verifyDomain(ctx, id));

/** Quirk: a GET that writes (specification, section 4.10); the POST beside it does the same. */
export const verify = defineRoute({
  method: 'GET',
  path: '/domains/:id/verify',
  summary: 'Check a domain now',
  access: 'secret',
  params,
  replies: { 200: DomainReply },
  refuses: [DomainNotFound],
  run: verifyNow,
});

export const verifyByPost = defineRoute({
  method: 'POST',
  path: '/domains/:id/verify',
  summary: 'Check a domain now',
  access: 'secret',
  params,
  replies: { 200: DomainReply },
  refuses: [DomainNotFound],
  run: verifyNow,
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/domains/:id',
  summary: 'Remove a domain and its key',
  access: 'secret',
  role: 'ADMIN',
  isOpenToKeys: true,
  params,
  replies: { 204: null },
  refuses: [DomainNotFound, DomainInUse],
  run: (ctx, { params: { id } }) => deleteDomain(ctx, id),
});
