import fc from 'fast-check';
import {
  branchesOf,
  type Graph,
  type Step,
  type Transition,
  withAutomaticEntry,
} from '../src/pure/workflow-graph/index.ts';

type StepDraft = Pick<Step, 'type' | 'config' | 'templateId'>;

/** What steps refer to outside of the graph; a test against a server gives what exists there. */
export type GraphSurroundings = {
  readonly maxSteps: number;
  readonly templateId: string;
  readonly webhookUrl: string;
};

/** Names of events that steps wait for. */
export const awaitedEvents = ['purchase', 'email.open', 'trial ended'];

const surroundings: GraphSurroundings = {
  maxSteps: 30,
  templateId: '01970000-0000-7000-8000-00000000000a',
  webhookUrl: 'https://hooks.example.com/{{ plan }}?id={{ id }}',
};

/**
 * Valid graphs with complete steps of all types, in the order of creation. Transitions lead to later steps only, so that there
 * is no cycle; some ways lead nowhere, some steps are not reached, and some graphs have an automatic entry.
 */
export function workflowGraphs(overrides: Partial<GraphSurroundings> = {}): fc.Arbitrary<Graph> {
  const given = { ...surroundings, ...overrides };
  const drafts = fc.array(stepDrafts(given), { maxLength: given.maxSteps });
  const ways = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 });
  return fc
    .tuple(drafts, ways, fc.boolean())
    .map(([steps, choices, isAutomatic]) => assemble(steps, choices, isAutomatic));
}

function assemble(drafts: readonly StepDraft[], choices: readonly number[], isAutomatic: boolean): Graph {
  const steps: Step[] = [
    { type: 'TRIGGER', config: { eventName: 'signup' }, templateId: null } as const,
    ...drafts,
  ].map((draft, index) => ({ ...draft, id: idOf('a', index), name: `Step ${index}` }));
  const transitions: Transition[] = [];
  let taken = 0;
  for (const [index, step] of steps.entries()) {
    if (step.type === 'EXIT' || (step.type === 'TRIGGER' && isAutomatic)) continue;
    const branches = branchesOf(step);
    for (const branch of branches.length > 0 ? branches : [null]) {
      const target = targetOf(choices[taken++ % choices.length] ?? 0, index, steps.length);
      const to = target === null ? undefined : steps[target];
      if (to)
        transitions.push({ id: idOf('b', taken), fromStepId: step.id, toStepId: to.id, branch, automatic: false });
    }
  }
  const graph: Graph = { trigger: { type: 'EVENT', config: { eventName: 'signup' } }, steps, transitions };
  return withAutomaticEntry(graph, idOf('c', 0));
}

/** Most ways lead to one of the next three steps, so that executions are long; one in eight leads nowhere. */
function targetOf(choice: number, index: number, count: number): number | null {
  const left = count - index - 1;
  if (left === 0 || choice % 8 === 7) return null;
  return index + 1 + (choice % Math.min(left, 3));
}

const idOf = (kind: string, index: number): string =>
  `01970000-0000-7000-8${kind.padEnd(3, '0')}-${index.toString(16).padStart(12, '0')}`;

const stepDrafts = (given: GraphSurroundings): fc.Arbitrary<StepDraft> =>
  fc.oneof(
    { arbitrary: sendEmail(given), weight: 3 },
    { arbitrary: delay, weight: 3 },
    { arbitrary: wait, weight: 3 },
    { arbitrary: condition, weight: 4 },
    { arbitrary: webhook(given), weight: 3 },
    { arbitrary: updateContact, weight: 2 },
    { arbitrary: fc.constantFrom({}, { reason: 'done' }).map((config) => draft('EXIT', config)), weight: 1 },
  );

const draft = (type: Step['type'], config: Step['config']): StepDraft => ({ type, config, templateId: null });

const sendEmail = ({ templateId }: GraphSurroundings): fc.Arbitrary<StepDraft> =>
  fc
    .constantFrom(
      { type: 'CONTACT' },
      { type: 'CUSTOM', customEmail: '{{ boss }}' },
      { type: 'CUSTOM', customEmail: 'ops@example.com' },
    )
    .map((recipient) => ({ type: 'SEND_EMAIL', config: { templateId, recipient }, templateId }));

const delay = fc
  .tuple(fc.constantFrom(0.5, 1, 3, 30), fc.constantFrom('minutes', 'hours', 'days'))
  .map(([amount, unit]) => draft('DELAY', { amount, unit }));

const wait = fc
  .tuple(fc.constantFrom(...awaitedEvents), fc.constantFrom({}, { timeout: 1 }, { timeout: 600 }, { timeout: 86_400 }))
  .map(([eventName, timeout]) => draft('WAIT_FOR_EVENT', { eventName, ...timeout }));

const filters = fc.constantFrom(
  { field: 'data.plan', operator: 'equals', value: 'pro' },
  { field: 'event.amount', operator: 'greaterThan', value: 10 },
  { field: 'subscribed', operator: 'equals', value: true },
  { field: 'event.purchase', operator: 'triggeredWithin', value: 7, unit: 'days' },
);
const multi = fc.uniqueArray(fc.constantFrom('free', 'pro', 'team', 'old'), { minLength: 1 }).map((ids) => ({
  mode: 'multi',
  field: 'data.plan',
  branches: ids.map((id) => ({ id, name: id, operator: 'equals', value: id })),
}));
const condition = fc
  .oneof(
    filters,
    filters.map((filter) => ({ logic: 'AND', groups: [{ filters: [filter] }] })),
    filters.map((filter) => ({ condition: { logic: 'OR', groups: [{ filters: [filter] }] } })),
    multi,
  )
  .map((config) => draft('CONDITION', config));

const webhook = ({ webhookUrl }: GraphSurroundings): fc.Arbitrary<StepDraft> =>
  fc
    .constantFrom(
      {},
      { onFailure: 'continue' },
      { saveAs: 'crm' },
      { method: 'GET', saveAs: 'crm', onFailure: 'continue' },
    )
    .map((config) => draft('WEBHOOK', { url: webhookUrl, ...config }));

const updateContact = fc
  .constantFrom({ updates: { seen: '{{ plan }}' } }, { subscriptionAction: 'unsubscribe' }, { data: { plan: 'pro' } })
  .map((config) => draft('UPDATE_CONTACT', config));
