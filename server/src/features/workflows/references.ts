import { sql } from 'kysely';
import { loadAudience } from '#features/segments';
import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';
import { type Condition, fieldsOf, storedCondition } from '#pure/conditions';
import { customFieldName, type JsonObject } from '#pure/custom-fields';
import { canonicalEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { conditionsOf, readStepConfig, type Step } from '#pure/workflow-graph';
import type { Workflow } from './workflow.ts';
import { toWorkflow, workflowColumns } from './workflow-row.ts';

/** Workflows whose conditions read a field or whose steps write it (D-222). */
export const workflowsUsingField = (reader: ProjectReader, field: string): Promise<Reference[]> =>
  usedBy(reader, ({ workflow, steps }) => [
    ...(audienceOf(workflow).some((tree) => fieldsOf(tree).includes(field)) ? ['trigger'] : []),
    ...steps.flatMap((step) => {
      if (step.type === 'UPDATE_CONTACT') return writtenFields(step.config).includes(field) ? ['update'] : [];
      return treesOf(step).some((tree) => fieldsOf(tree).includes(field)) ? ['condition'] : [];
    }),
  ]);

/** Workflows that an event starts or wakes, or whose conditions ask for it, through segments too (D-414). */
export async function workflowsUsingEvent(reader: ProjectReader, name: string): Promise<Reference[]> {
  const audience = await loadAudience(reader);
  const names = new Set(audience.options.eventNames?.(name) ?? [name]);
  const isNamed = (given: unknown): boolean => typeof given === 'string' && names.has(canonicalEventName(given));
  const isAsked = (trees: readonly Condition[]): boolean =>
    trees.some((tree) => audience.watchedEvents(tree).some((each) => names.has(each)));
  return usedBy(reader, ({ workflow, steps }) => [
    ...(isNamed(workflow.triggerConfig?.eventName) || isAsked(audienceOf(workflow)) ? ['trigger'] : []),
    ...(steps.some(({ type, config }) => type === 'WAIT_FOR_EVENT' && isNamed(config.eventName)) ? ['wait'] : []),
    ...(steps.some((step) => isAsked(treesOf(step))) ? ['condition'] : []),
  ]);
}

/** Steps that send a template, those of earlier versions with active executions included (D-506). */
export async function stepsSendingTemplate(reader: ProjectReader, templateId: string): Promise<Reference[]> {
  const found = await namedSteps(reader).where('s.templateId', '=', templateId).limit(maxCounted).execute();
  const present = found.map(toReference);
  const known = new Set(present.map(({ id }) => id));
  const earlier = await stepsOfActiveVersions(reader, templateId);
  return [...present, ...earlier.filter(({ id }) => !known.has(id))].slice(0, maxCounted);
}

/** One for each step, however many versions have it. Active executions are those that are counted or not begun yet. */
async function stepsOfActiveVersions({ db, projectId }: ProjectReader, templateId: string): Promise<Reference[]> {
  const { rows } = await sql<NamedStep>`
    select distinct on (s.step ->> 'id') s.step ->> 'id' as id, s.step ->> 'name' as name, w.id as workflow_id, w.name as workflow_name
      from workflow_versions v
      join workflows w on w.project_id = v.project_id and w.id = v.workflow_id
     cross join lateral jsonb_path_query(v.graph, '$.steps[*] ? (@.templateId == $id)',
                  jsonb_build_object('id', ${templateId}::text)) s (step)
     where v.project_id = ${projectId} and ${templateId}::uuid = any (v.template_ids)
       and (exists (select 1 from workflow_counts c
                     where c.project_id = v.project_id and c.workflow_id = v.workflow_id and c.version = v.version
                    having sum(c.running + c.waiting) > 0)
            or exists (select 1 from executions x
                        where x.project_id = v.project_id and x.workflow_id = v.workflow_id and x.step_id is null
                          and x.version = v.version))
     order by s.step ->> 'id', v.version desc limit ${maxCounted}`.execute(db);
  return rows.map(toReference);
}

/** Steps whose own sender is on a domain (D-714). */
export async function stepsSendingFrom(reader: ProjectReader, domain: string): Promise<Reference[]> {
  const rows = await namedSteps(reader)
    .where('s.type', '=', 'SEND_EMAIL')
    .where(sql`split_part(s.config->>'from', '@', 2)`, '=', domain)
    .limit(maxNamed)
    .execute();
  return rows.map(toReference);
}

/** A refusal names fewer. */
const maxNamed = 100;
const maxCounted = limits.templateUsesCounted;

const namedSteps = ({ db, projectId }: ProjectReader) =>
  db
    .selectFrom('workflowSteps as s')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.projectId', '=', 's.projectId').onRef('w.id', '=', 's.workflowId'),
    )
    .select(['s.id', 's.name', 'w.id as workflowId', 'w.name as workflowName'])
    .where('s.projectId', '=', projectId)
    .orderBy('w.createdAt')
    .orderBy('s.id');

interface NamedStep {
  readonly id: string;
  readonly name: string;
  readonly workflowId: string;
  readonly workflowName: string;
}

const toReference = (row: NamedStep): Reference => ({
  by: 'workflow-step',
  id: row.id,
  name: row.name,
  workflow: { id: row.workflowId, name: row.workflowName },
});

interface UsingWorkflow {
  readonly workflow: Workflow;
  readonly steps: readonly Pick<Step, 'type' | 'config'>[];
}

/** Read some workflows at a time: the settings of one are up to a megabyte. */
async function usedBy(
  reader: ProjectReader,
  usesOf: (using: UsingWorkflow) => readonly string[],
): Promise<Reference[]> {
  const { db, projectId } = reader;
  const rows = await db
    .selectFrom('workflows')
    .select(workflowColumns)
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .limit(limits.workflows)
    .execute();
  const found: Reference[] = [];
  for (let start = 0; start < rows.length; start += workflowsAtOnce) {
    const workflows = rows.slice(start, start + workflowsAtOnce).map(toWorkflow);
    const steps = await db
      .selectFrom('workflowSteps')
      .select(['workflowId', 'type', 'config'])
      .where('projectId', '=', projectId)
      .where(
        'workflowId',
        'in',
        workflows.map(({ id }) => id),
      )
      .where('type', 'in', ['CONDITION', 'UPDATE_CONTACT', 'WAIT_FOR_EVENT'])
      .execute();
    const byWorkflow = Map.groupBy(steps, ({ workflowId }) => workflowId);
    for (const workflow of workflows) {
      const own = (byWorkflow.get(workflow.id) ?? []).map(({ type, config }) => ({
        type,
        config: config as JsonObject,
      }));
      const as = [...new Set(usesOf({ workflow, steps: own }))];
      if (as.length > 0) found.push({ by: 'workflow', id: workflow.id, name: workflow.name, as });
    }
  }
  return found;
}

const workflowsAtOnce = 20;

function audienceOf({ triggerConfig }: Workflow): Condition[] {
  return triggerConfig?.audienceCondition ? [storedCondition(triggerConfig.audienceCondition)] : [];
}

/** The conditions of a step; none for other steps, and for one that is not complete. */
function treesOf({ type, config }: Pick<Step, 'type' | 'config'>): Condition[] {
  if (type !== 'CONDITION') return [];
  const reading = readStepConfig({ type, config }, { allowsHttp: true });
  if (!reading.ok || reading.config?.type !== 'CONDITION') return [];
  return conditionsOf(reading.config).map(({ tree }) => tree);
}

const writtenFields = ({ updates, data }: JsonObject): string[] =>
  [updates, data].flatMap((patch) =>
    typeof patch === 'object' && patch !== null ? Object.keys(patch).map((key) => customFieldName(key.trim())) : [],
  );
