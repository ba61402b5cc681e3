import type { ProjectReader } from '#platform/context';
import { eventNamesOf } from '#pure/conditions';
import { canonicalEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { conditionsOf, type Graph, readStepConfig, type SimulatedStep, type Simulation } from '#pure/workflow-graph';
import type { Workflow } from '../workflow.ts';
import type { ShownEffect } from './shown-effect.ts';

/** What a simulation leaves out although its result may depend on it (D-949). */
export interface SimulationWarning {
  readonly stepId: string | null;
  readonly code: 'PAUSED' | 'RECIPIENT_LIMIT' | 'MAIL_ACTIVITY' | 'TRACKED_SEGMENTS';
  readonly message: string;
}

type Finished = Extract<Simulation<ShownEffect>, { kind: 'finished' }>;

export const warningsOf = (
  graph: Graph,
  { steps }: Finished,
  pauses: readonly SimulationWarning[],
): SimulationWarning[] => [...pauses, ...limitWarning(steps), ...steps.flatMap((step) => eventWarnings(graph, step))];

/** What holds mail or executions of the workflow at present. */
export async function findPauses(
  { db, projectId }: ProjectReader,
  { pausedAt }: Pick<Workflow, 'pausedAt'>,
): Promise<SimulationWarning[]> {
  const project = await db
    .selectFrom('projects')
    .select(['disabledReason', 'pausedAt', 'marketingPausedAt'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const texts = [
    ...(project.disabledReason === null ? [] : ['The project is disabled: no step runs until it is enabled.']),
    ...(project.pausedAt === null ? [] : ['The project is paused: its mail is held.']),
    ...(project.marketingPausedAt === null ? [] : ['Marketing mail of the project is paused: it is held.']),
    ...(pausedAt === null ? [] : ['The workflow is paused: no contact enters, and its mail is held.']),
  ];
  return texts.map((message) => ({ stepId: null, code: 'PAUSED', message }));
}

const { max, windowSeconds } = limits.publicMailsPerRecipient;

/** Only executions that follow from the public key have the limit; a simulation cannot know. */
function limitWarning(steps: readonly SimulatedStep<ShownEffect>[]): SimulationWarning[] {
  const queued = steps.filter(({ shown }) => shown?.email?.status === 'QUEUED');
  const beyond = [...Map.groupBy(queued, ({ shown }) => shown?.email?.to).values()].some((mails) =>
    mails.some((mail, index) => {
      const last = mails[index + max];
      return last && Date.parse(last.completedAt) - Date.parse(mail.completedAt) < windowSeconds * 1_000;
    }),
  );
  const message = `An address gets more than ${max} mails in an hour: after an event sent with the public key the others are suppressed.`;
  return beyond ? [{ stepId: null, code: 'RECIPIENT_LIMIT', message }] : [];
}

/** Steps that ask for events which a simulation does not make by itself. A wait that such an event has ended needs no warning. */
function eventWarnings(graph: Graph, { stepId, output }: SimulatedStep<ShownEffect>): SimulationWarning[] {
  const names = output?.timedOut === true ? [output.eventName] : conditionNames(graph, stepId);
  const canonical = names.flatMap((name) => (typeof name === 'string' ? [canonicalEventName(name)] : []));
  const warnings: SimulationWarning[] = [];
  if (canonical.some((name) => name.startsWith('email.') && !ownActivities.has(name))) {
    const message = 'Deliveries, bounces, opens and clicks of mail are not simulated: give them in `events`.';
    warnings.push({ stepId, code: 'MAIL_ACTIVITY', message });
  }
  if (canonical.some((name) => name.startsWith('segment.'))) {
    const message = 'Entries into and exits from tracked segments are not simulated: give them in `events`.';
    warnings.push({ stepId, code: 'TRACKED_SEGMENTS', message });
  }
  return warnings;
}

const ownActivities = new Set(['email.sent', 'email.suppressed']);

function conditionNames(graph: Graph, stepId: string): string[] {
  const step = graph.steps.find(({ id, type }) => id === stepId && type === 'CONDITION');
  const reading = step && readStepConfig(step, { allowsHttp: true });
  if (!reading?.ok || reading.config?.type !== 'CONDITION') return [];
  return conditionsOf(reading.config).flatMap(({ tree }) => eventNamesOf(tree));
}
