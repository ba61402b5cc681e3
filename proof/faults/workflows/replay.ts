import {
  applyDataPatch,
  type JsonObject,
  type JsonValue,
  readDataPatch,
} from '../../../server/src/pure/custom-fields/index.ts';
import {
  advance,
  type CallOutcome,
  type Effect,
  type ExecutionState,
  effectOf,
  evaluateStep,
  type FinishedStep,
  type Happening,
  startExecution,
} from '../../../server/src/pure/workflow-graph/index.ts';
import type { Journey } from './journeys.ts';
import type { RecordedEvent, RecordedJourney, RecordedStep } from './recorded.ts';
import { planOf, replyBody } from './webhook-target.ts';

/** What the pure interpreter makes of a journey. */
export interface ReplayedJourney {
  readonly state: ExecutionState;
  readonly steps: readonly FinishedStep[];
  readonly contact: ReplayedContact;
}

interface ReplayedContact {
  readonly email: string;
  subscribed: boolean;
  data: JsonObject;
}

/**
 * Runs the pure interpreter over what came from outside: the events of the contact, the replies of the target, and the moments at which
 * workers were there. All decisions are its own. Throws where the server did something else than it would.
 */
export function replay({ graph, email, persistent, amount }: Journey, recorded: RecordedJourney): ReplayedJourney {
  const trigger = recorded.events.find(({ id }) => id === recorded.triggerEventId);
  if (!trigger) throw new Error('the event that started it is not recorded');
  const stepOf = new Map(recorded.steps.map((step) => [step.stepId, step]));
  const contact: ReplayedContact = { email, subscribed: true, data: { ...persistent } };
  let lastEvent: RecordedEvent = trigger;
  let state = startExecution(graph, { context: { ...persistent, amount }, at: trigger.at });
  const effectNow = (): Effect => effectOf(graph, state);
  const steps: FinishedStep[] = [];
  const feed = (happening: Happening, now: Date): void => {
    const next = advance(graph, state, happening, now);
    if (!next.hasChanged)
      throw new Error(`${happening.kind} does not fit ${JSON.stringify(state)} at ${now.toISOString()}`);
    steps.push(...next.finished);
    state = next.state;
  };

  for (let effect = effectNow(); effect.kind !== 'finish'; effect = effectNow()) {
    const step = stepOf.get(state.stepId);
    if (!step) throw new Error(`the server has not done step ${state.stepId}`);
    const now = step.completedAt;
    switch (effect.kind) {
      case 'run':
        feed({ kind: 'run' }, now);
        break;
      case 'wait':
        feed({ kind: 'due' }, now);
        break;
      case 'waitForEvent': {
        const event = firstEvent(recorded.events, effect, lastEvent, step);
        if (event) lastEvent = event;
        feed(event ? { kind: 'event', data: event.data, at: event.at } : { kind: 'due' }, now);
        break;
      }
      case 'evaluateCondition':
        feed({ kind: 'conditionEvaluated', ...evaluated(effect.config, contact, recorded, state, step) }, now);
        break;
      case 'sendEmail': {
        const address =
          effect.config.customEmail === null ? email : rendered(effect.config.customEmail, state, contact);
        const isAddress = address.includes('@');
        feed(isAddress ? { kind: 'mailMade', output: { recipientEmail: address } } : failed('RECIPIENT_INVALID'), now);
        break;
      }
      case 'updateContact': {
        const { data, subscriptionAction } = effect.config;
        const texts = Object.entries(data).map(([key, value]) => [
          key,
          typeof value === 'string' ? rendered(value, state, contact) : value,
        ]);
        const reading = readDataPatch(Object.fromEntries(texts));
        if (!reading.ok) throw new Error('the generator makes patches that can be read');
        contact.data = applyDataPatch(contact.data, reading.patch).data;
        if (subscriptionAction !== 'none') contact.subscribed = subscriptionAction === 'subscribe';
        feed({ kind: 'contactUpdated', output: {} }, now);
        break;
      }
      case 'callWebhook': {
        const { attempt } = effect;
        if (!step.calledAt) throw new Error('the server has not stored when its call began');
        if (attempt === 1) feed({ kind: 'callBegins', at: step.calledAt }, now);
        // The pauses between attempts are the server's; they decide nothing here.
        feed(callEnd(step, attempt, now), now);
        if (effectNow().kind === 'wait' && state.stepId === step.stepId) feed({ kind: 'due' }, farAway);
        break;
      }
    }
  }
  return { state, steps, contact };
}

const farAway = new Date('2200-01-01T00:00:00.000Z');

const failed = (code: string): Happening => ({ kind: 'failed', error: { code, message: '' } });

/** So close together two transactions may see each other or not, and both are right. */
const meetingMs = 2_000;

/**
 * The first event since the arrival, unless its time-out came before (D-913). When a worker noticed the time-out in the moment of the
 * event, either may have won (D-934): then the server's choice is taken.
 */
function firstEvent(
  events: readonly RecordedEvent[],
  { eventName, since, until }: Extract<Effect, { kind: 'waitForEvent' }>,
  last: RecordedEvent,
  { branch, completedAt }: RecordedStep,
): RecordedEvent | undefined {
  const found = events.find(({ id, name, at }) => name === eventName && id !== last.id && at >= since && at <= until);
  const hasMet = found && branch === 'timeout' && completedAt.getTime() - found.at.getTime() < meetingMs;
  return hasMet ? undefined : found;
}

/** An event that came in the moment of the condition was seen or not: of the two results the server's is taken. */
function evaluated(
  config: Extract<Effect, { kind: 'evaluateCondition' }>['config'],
  contact: ReplayedContact,
  { events, contact: { createdAt } }: RecordedJourney,
  { context }: ExecutionState,
  { completedAt: now, branch }: RecordedStep,
): ReturnType<typeof evaluateStep> {
  const resultWith = (latest: number): ReturnType<typeof evaluateStep> =>
    evaluateStep(config, {
      now,
      contact: { ...contact, createdAt, updatedAt: now },
      lastEventAt: (name) => events.findLast((event) => event.name === name && event.at.getTime() <= latest)?.at,
      segment: () => ({ kind: 'missing' }),
      isDeletedKey: () => false,
      context,
    });
  const usual = resultWith(now.getTime());
  const others = [resultWith(now.getTime() + meetingMs), resultWith(now.getTime() - meetingMs)];
  return usual.branch === branch ? usual : (others.find((other) => other.branch === branch) ?? usual);
}

/** The generator uses plain variables alone. */
const rendered = (text: string, { context }: ExecutionState, { data }: { data: JsonObject }): string =>
  text.replaceAll(/\{\{ (\w+) \}\}/g, (_tag, key: string) => textOf(context[key] ?? data[key]));

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function callEnd({ id }: RecordedStep, attempt: number, at: Date): Happening {
  const { failures, statusCode } = planOf(id);
  const reply = (code: number, body: string): CallOutcome => ({
    ...{ kind: 'reply', statusCode: code, body, isWhole: true, retryAfterSeconds: null },
  });
  const outcome = attempt > failures ? reply(statusCode, replyBody) : reply(503, 'busy');
  return { kind: 'callEnded', url: '', outcome, at, spread: 0.5 };
}
