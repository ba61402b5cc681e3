import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { JsonObject } from '../../../server/src/pure/custom-fields/index.ts';
import type { FinishedStep } from '../../../server/src/pure/workflow-graph/index.ts';
import type { SeenRequest } from '../../../server/testing/call-target.ts';
import type { Check } from '../fault-run.ts';
import type { Journey } from './journeys.ts';
import { loadRecorded, type RecordedJourney, type RecordedStep } from './recorded.ts';
import { replay } from './replay.ts';
import { requestsById } from './webhook-target.ts';

/** Compares what the server did with what the pure interpreter does, journey by journey. */
export async function judgeJourneys(
  client: Client,
  journeys: readonly Journey[],
  requests: readonly SeenRequest[],
  check: Check,
): Promise<void> {
  const differences: object[] = [];
  const types = new Map<string, number>();
  const webhookIds = new Set<string>();
  const byId = requestsById(requests);
  for (const [projectId, own] of Map.groupBy(journeys, ({ project }) => project.id)) {
    const recorded = await loadRecorded(client, projectId);
    for (const journey of own) {
      const [first, ...more] = recorded.get(journey.workflowId) ?? [];
      const found =
        !first || more.length > 0 ? [`${more.length + (first ? 1 : 0)} executions`] : compare(journey, first);
      for (const { id, type } of first?.steps ?? []) {
        types.set(type, (types.get(type) ?? 0) + 1);
        if (type === 'WEBHOOK') webhookIds.add(id);
      }
      if (found.length > 0) differences.push({ found: found.slice(0, 3), went: first?.steps.map(wayOf) });
    }
  }
  check(
    'workflows: each execution went the way of the pure interpreter, each step, mail and change once (I9)',
    differences.length === 0,
    {
      journeys: journeys.length,
      steps: Object.fromEntries(types),
      different: differences.length,
      first: differences.slice(0, 3),
    },
  );
  check('workflows: steps of all types were done', types.size === 8, Object.fromEntries(types));
  const missing = [...webhookIds].filter((id) => !byId.has(id));
  const strangers = [...byId.keys()].filter((id) => !webhookIds.has(id));
  const changed = [...byId.values()].filter((all) => new Set(all.map(({ path, body }) => path + body)).size > 1);
  check(
    'workflows: each webhook was delivered at least once, always with the same body, and none that no step made (P13)',
    missing.length + strangers.length + changed.length === 0,
    {
      webhooks: webhookIds.size,
      requests: requests.length,
      missing: missing.length,
      strangers: strangers.length,
      changed: changed.length,
    },
  );
}

/** What differs, in words. */
function compare(journey: Journey, recorded: RecordedJourney): string[] {
  try {
    const { state, steps, contact } = replay(journey, recorded);
    const differs = (what: string, ours: unknown, theirs: unknown): string[] =>
      isDeepStrictEqual(asJson(ours), asJson(theirs))
        ? []
        : [`${what}: ${JSON.stringify(theirs)} instead of ${JSON.stringify(ours)}`];
    const paths = steps.map((step, index) =>
      differs(`step ${index}`, shownOf(step), shownOfRecorded(recorded.steps[index])),
    );
    return [
      ...differs('steps', steps.length, recorded.steps.length),
      ...paths.flat(),
      ...differs('end', [state.status, state.exitReason], [recorded.status, recorded.exitReason]),
      ...differs('context', state.context, recorded.context),
      ...differs('contact', [contact.subscribed, contact.data], [recorded.contact.subscribed, recorded.contact.data]),
      ...differs('mails', mailsOf(recorded.steps), recorded.mails),
    ];
  } catch (error) {
    return [String(error)];
  }
}

const wayOf = ({ type, startedAt, completedAt }: RecordedStep): string =>
  `${type} ${startedAt.toISOString()} ${completedAt.toISOString()}`;

/** Without prototypes, which JSON of two origins does not share. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** One mail for each SEND_EMAIL that was done, and no other. */
const mailsOf = (steps: readonly RecordedStep[]): Record<string, number> =>
  Object.fromEntries(
    steps.filter(({ type, status }) => type === 'SEND_EMAIL' && status === 'COMPLETED').map(({ id }) => [id, 1]),
  );

const shownOf = ({ scheduledFor, executeAfter, ...step }: FinishedStep): object => ({
  ...partsOf(step),
  ...{ scheduledFor: timeOf(scheduledFor), executeAfter: step.type === 'DELAY' ? timeOf(executeAfter) : null },
});

const shownOfRecorded = (step: RecordedStep | undefined): object | null =>
  step
    ? {
        ...partsOf(step),
        scheduledFor: timeOf(step.scheduledFor),
        executeAfter: step.type === 'DELAY' ? timeOf(step.executeAfter) : null,
      }
    : null;

const timeOf = (at: Date | string | null): number | null => (at === null ? null : new Date(at).getTime());

type ComparedStep = Pick<RecordedStep, 'stepId' | 'status' | 'branch' | 'attempt' | 'output' | 'error' | 'type'>;

function partsOf({ stepId, status, branch, attempt, output, error, type }: ComparedStep): object {
  return {
    stepId,
    status,
    branch,
    attempt,
    error: error?.code ?? null,
    output: status === 'FAILED' ? null : outputOf(type, output),
  };
}

/** Outputs without ids, moments of work and texts that only the server knows. */
function outputOf(type: string, output: JsonObject | null): unknown {
  if (output === null) return null;
  const { statusCode, success, attempts, saved, recipientEmail } = output;
  if (type === 'WEBHOOK') return { statusCode, success, attempts, saved };
  if (type === 'SEND_EMAIL') return { recipientEmail };
  return type === 'UPDATE_CONTACT' ? null : output;
}
