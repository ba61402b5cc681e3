import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import type { Client } from 'pg';
import type { JsonObject } from '../../../server/src/pure/custom-fields/index.ts';
import type { Graph } from '../../../server/src/pure/workflow-graph/index.ts';
import { workflowGraphs } from '../../../server/testing/workflow-graphs.ts';
import type { ProofProject } from '../../instance/projects.ts';

/** One contact on its way through a workflow of its own. */
export interface Journey {
  readonly project: ProofProject;
  readonly workflowId: string;
  readonly graph: Graph;
  readonly email: string;
  readonly startEvent: string;
  /** What the event that starts it says; `persistent` values become the contact's data. */
  readonly persistent: JsonObject;
  readonly amount: number;
}

const perProject = 400;

/** Random graphs of complete steps, stored as the product stores them, over as many projects as their limits ask for. */
export async function makeJourneys(
  client: Client,
  projects: readonly ProofProject[],
  count: number,
  { seed, webhookUrl, maxSteps }: { seed: number; webhookUrl: string; maxSteps: number },
): Promise<Journey[]> {
  const templates = new Map<string, string>();
  for (const { id } of projects) templates.set(id, await insertTemplate(client, id));
  const journeys: Journey[] = [];
  for (let first = 0; first < count; first += perProject) {
    const project = projects[first / perProject];
    if (!project) throw new Error('a project for each part');
    const templateId = templates.get(project.id) ?? '';
    const graphs = fc.sample(workflowGraphs({ maxSteps, templateId, webhookUrl }), {
      numRuns: Math.min(perProject, count - first),
      seed: seed + first,
    });
    journeys.push(...graphs.map((graph, index) => journeyOf(project, graph, first + index)));
  }
  for (let first = 0; first < journeys.length; first += 500)
    await insert(client, journeys.slice(first, first + 500), templates);
  return journeys;
}

export const projectsFor = (count: number): number => Math.ceil(count / perProject);

const plans = ['pro', 'free', 'team', undefined];

function journeyOf(project: ProofProject, graph: Graph, number: number): Journey {
  const plan = plans[number % plans.length];
  return {
    ...{
      project,
      workflowId: randomUUIDv7(),
      graph,
      email: `traveller-${number}@example.com`,
      startEvent: `start ${number}`,
    },
    persistent: { ...(plan === undefined ? {} : { plan }), ...(number % 3 === 0 ? {} : { boss: 'boss@example.com' }) },
    amount: number % 25,
  };
}

async function insertTemplate(client: Client, projectId: string): Promise<string> {
  const id = randomUUIDv7();
  await client.query(
    `insert into templates (project_id, id, name, subject, body, type, from_email, created_at, updated_at)
     values ($1, $2, 'Mail', 'Hello {{ plan }}', '<p>Hello {{ email }}</p>', 'TRANSACTIONAL', 'hello@postrider.test', now(), now())`,
    [projectId, id],
  );
  return id;
}

async function insert(
  client: Client,
  journeys: readonly Journey[],
  templates: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = journeys.map(({ project, workflowId, graph, startEvent }) => ({
    ...{ project_id: project.id, id: workflowId, event: startEvent, template: templates.get(project.id) },
    graph: { ...graph, trigger: { type: 'EVENT', config: { eventName: startEvent } } },
  }));
  const columns = 'n (project_id uuid, id uuid, event text, template uuid, graph jsonb)';
  await client.query(
    `insert into workflows (project_id, id, name, enabled, trigger_config, trigger_event, allow_reentry, created_at, updated_at)
     select project_id, id, 'Journey', true, jsonb_build_object('eventName', event), event, false, now(), now()
       from json_to_recordset($1::json) ${columns}`,
    [JSON.stringify(rows)],
  );
  await client.query(
    `insert into workflow_versions (project_id, workflow_id, version, graph, template_ids, created_at)
     select project_id, id, 1, graph, array[template], now() from json_to_recordset($1::json) ${columns}`,
    [JSON.stringify(rows)],
  );
}
