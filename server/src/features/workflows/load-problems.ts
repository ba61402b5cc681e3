import { sql } from 'kysely';
import { domainsWithoutDmarc, verifiedDomainsOf } from '#features/domains';
import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import { type Graph, type GraphFacts, type GraphProblem, problemsOf } from '#pure/workflow-graph';
import type { WorkflowId } from './workflow.ts';

/** What is wrong with a graph of a workflow, judged by what the project has now and the last 24 hours (D-910). */
export async function loadProblems(
  reader: ProjectReader,
  workflowId: WorkflowId,
  graph: Graph,
): Promise<GraphProblem[]> {
  const templates = await loadTemplates(reader, graph);
  const senders = graph.steps.flatMap(({ config: { from }, templateId }) => [
    ...(typeof from === 'string' ? [from] : []),
    ...[templates.get(templateId ?? '')?.from ?? []].flat(),
  ]);
  const domains = [...new Set(senders.map(domainOf))];
  return problemsOf(await withPresentAudience(reader, graph), {
    templates,
    verifiedDomains: await verifiedDomainsOf(reader, domains),
    domainsWithoutDmarc: await domainsWithoutDmarc(reader, domains),
    allowsHttp: reader.config.WEBHOOK_ALLOW_HTTP,
    ...(await loadStops(reader, workflowId)),
  });
}

/** Entries and times of a schedule that were left out (D-935, D-942). */
async function loadStops(
  { db, projectId }: ProjectReader,
  workflowId: WorkflowId,
): Promise<Pick<GraphFacts, 'loopsStopped' | 'timesSkipped'>> {
  const { loopsStopped, timesSkipped } = await db
    .selectFrom('workflowHours')
    .select(({ fn }) => [
      fn.sum<string>('loopsStopped').as('loopsStopped'),
      fn.sum<string>('timesSkipped').as('timesSkipped'),
    ])
    .where('projectId', '=', projectId)
    .where('workflowId', '=', workflowId)
    .where('hour', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return { loopsStopped: Number(loopsStopped ?? 0), timesSkipped: Number(timesSkipped ?? 0) };
}

/** A schedule whose segment was deleted has no audience. */
async function withPresentAudience({ db, projectId }: ProjectReader, graph: Graph): Promise<Graph> {
  const { segmentId, ...config } = graph.trigger.config ?? {};
  if (typeof segmentId !== 'string') return graph;
  const found = await db
    .selectFrom('segments')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', segmentId)
    .executeTakeFirst();
  return found ? graph : { ...graph, trigger: { ...graph.trigger, config } };
}

async function loadTemplates({ db, projectId }: ProjectReader, { steps }: Graph): Promise<GraphFacts['templates']> {
  const ids = [...new Set(steps.flatMap(({ templateId }) => templateId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'fromEmail', 'type'])
    .where('projectId', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, fromEmail, type }) => [id, { from: fromEmail, isMarketing: type !== 'TRANSACTIONAL' }]),
  );
}
