import { sql } from 'kysely';
import { type ProjectContext, type ProjectReader, perApp } from '#platform/context';
import { Cache } from '#pure/cache';
import type { Graph } from '#pure/workflow-graph';
import { loadWholeWorkflow } from '../load-workflow.ts';
import { graphOf, type WorkflowId } from '../workflow.ts';
import { saveVersion } from './save-version.ts';

export interface GraphVersion {
  readonly workflowId: WorkflowId;
  readonly version: number;
}

/** Graphs by project, workflow and version. Within a version only names of steps change, so an old copy does no harm. */
const graphsOf = perApp(
  () =>
    new Cache<string, Graph>({
      maxEntries: 2_000,
      weight: { max: 64 * 1_048_576, of: (_key, graph) => JSON.stringify(graph).length },
    }),
);

/** The graph of a version, from memory if it was used lately; undefined when its workflow was deleted. */
export type Graphs = (version: GraphVersion) => Graph | undefined;

/** The graphs on which these executions run. */
export async function loadGraphs(ctx: ProjectContext, versions: readonly GraphVersion[]): Promise<Graphs> {
  const cache = graphsOf(ctx);
  const keyOf = ({ workflowId, version }: GraphVersion): string => `${ctx.projectId}:${workflowId}:${version}`;
  const wanted = [...new Map(versions.map((version) => [keyOf(version), version])).values()];
  const graphs = new Map<string, Graph>();
  const missing: GraphVersion[] = [];
  for (const version of wanted) {
    const known = cache.get(keyOf(version));
    if (known) graphs.set(keyOf(version), known);
    else missing.push(version);
  }
  if (missing.length > 0) {
    for (const { graph, ...version } of await readOrMakeGraphs(ctx, missing)) {
      graphs.set(keyOf(version), graph);
      cache.set(keyOf(version), graph);
    }
  }
  return (version) => graphs.get(keyOf(version));
}

interface StoredGraph extends GraphVersion {
  readonly graph: Graph;
}

/** The stored graphs of these versions. */
export async function readGraphs(
  { db, projectId }: ProjectReader,
  versions: readonly GraphVersion[],
): Promise<StoredGraph[]> {
  const { rows } = await sql<StoredGraph>`
    select distinct on (v.workflow_id, v.version) v.workflow_id, v.version, v.graph
      from unnest(${versions.map(({ workflowId }) => workflowId)}::uuid[], ${versions.map(({ version }) => version)}::int[])
        w (workflow_id, version)
      join workflow_versions v on v.project_id = ${projectId} and v.workflow_id = w.workflow_id and v.version = w.version`.execute(
    db,
  );
  return rows;
}

async function readOrMakeGraphs(ctx: ProjectContext, versions: readonly GraphVersion[]): Promise<StoredGraph[]> {
  const found = await ctx.read((reader) => readGraphs(reader, versions));
  const isFound = (version: GraphVersion) =>
    found.some(({ workflowId, version: number }) => workflowId === version.workflowId && number === version.version);
  const made = await Promise.all(
    versions.filter((version) => !isFound(version)).map((version) => makeVersion(ctx, version)),
  );
  return [...found, ...made.flat()];
}

/** A workflow that was enabled before graphs were stored by version: its present graph is the one, if the version is. */
function makeVersion(ctx: ProjectContext, { workflowId, version }: GraphVersion): Promise<StoredGraph[]> {
  return ctx.transaction(async (tx) => {
    const isPresent = await tx.db
      .selectFrom('workflows')
      .select('id')
      .where('projectId', '=', tx.projectId)
      .where('id', '=', workflowId)
      .where('version', '=', version)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!isPresent) return [];
    const whole = await loadWholeWorkflow(tx, workflowId);
    await saveVersion(tx, whole);
    return [{ workflowId, version, graph: graphOf(whole) }];
  });
}
