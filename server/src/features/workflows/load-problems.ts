import { verifiedDomainsOf } from '#features/domains';
import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import { type Graph, type GraphProblem, problemsOf } from '#pure/workflow-graph';

/** What is wrong with a graph, judged by what the project has now (D-910). */
export async function loadProblems(reader: ProjectReader, graph: Graph): Promise<GraphProblem[]> {
  const templates = await loadTemplates(reader, graph);
  const senders = graph.steps.flatMap(({ config: { from }, templateId }) => [
    ...(typeof from === 'string' ? [from] : []),
    ...[templates.get(templateId ?? '')?.from ?? []].flat(),
  ]);
  return problemsOf(await withPresentAudience(reader, graph), {
    templates,
    verifiedDomains: await verifiedDomainsOf(reader, [...new Set(senders.map(domainOf))]),
    allowsHttp: reader.config.WEBHOOK_ALLOW_HTTP,
    loopsStopped: 0,
    timesSkipped: 0,
  });
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

async function loadTemplates(
  { db, projectId }: ProjectReader,
  { steps }: Graph,
): Promise<ReadonlyMap<string, { readonly from: string | null }>> {
  const ids = [...new Set(steps.flatMap(({ templateId }) => templateId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'fromEmail'])
    .where('projectId', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, fromEmail }) => [id, { from: fromEmail }]));
}
