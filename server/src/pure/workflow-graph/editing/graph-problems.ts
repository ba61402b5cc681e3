import { domainOf } from '#pure/addresses';
import { branchesOf, isTakeable, servedBranch } from '../branches.ts';
import { type ConfigOptions, readStepConfig } from '../config/read-step-config.ts';
import type { SendEmailConfig } from '../config/step-config.ts';
import { type Graph, type Step, type Transition, triggerStepOf } from '../graph.ts';
import { reachableFrom } from './check-transition.ts';

export type GraphProblem = {
  readonly level: 'error' | 'warning';
  readonly stepId: string | null;
  readonly code: GraphProblemCode;
  readonly message: string;
};

export type GraphProblemCode =
  | 'STEP_INCOMPLETE'
  | 'SENDER_MISSING'
  | 'DOMAIN_NOT_VERIFIED'
  | 'DMARC_REQUIRED'
  | 'SCHEDULE_INCOMPLETE'
  | 'EVENT_MISSING'
  | 'LOOP_STOPPED'
  | 'SCHEDULE_LATE'
  | 'NO_STEPS'
  | 'STEP_UNREACHABLE'
  | 'BRANCH_OPEN'
  | 'BRANCH_UNKNOWN';

/** What only the server knows of a graph. */
export type GraphFacts = ConfigOptions & {
  /** The sender of each template that steps use, and whether its mail is marketing; a template that is not among them is gone. */
  readonly templates: ReadonlyMap<string, { readonly from: string | null; readonly isMarketing: boolean }>;
  /** Domains, as they stand in senders, from which the project may send. */
  readonly verifiedDomains: ReadonlySet<string>;
  /** Those from which marketing mail is refused (D-705). */
  readonly domainsWithoutDmarc: ReadonlySet<string>;
  /** Entries refused because of a loop in the last 24 hours (D-935). */
  readonly loopsStopped: number;
  /** Times of the schedule that passed while a firing was under way (D-942). */
  readonly timesSkipped: number;
};

const error = (stepId: string | null, code: GraphProblemCode, message: string): GraphProblem => ({
  ...{ level: 'error', stepId, code, message },
});
const warning = (stepId: string | null, code: GraphProblemCode, message: string): GraphProblem => ({
  ...{ level: 'warning', stepId, code, message },
});

/** The problems of a workflow: first those of the trigger, then step by step (D-910). Linear in steps and transitions. */
export function problemsOf(graph: Graph, facts: GraphFacts): GraphProblem[] {
  const trigger = triggerStepOf(graph);
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const takeable = graph.transitions.filter((transition) => {
    const from = byId.get(transition.fromStepId);
    return from !== undefined && isTakeable(from, transition);
  });
  const reached = reachableFrom(takeable, trigger.id);
  const outgoing = Map.groupBy(graph.transitions, ({ fromStepId }) => fromStepId);
  const ofSteps = graph.steps
    .filter(({ id }) => id !== trigger.id)
    .flatMap((step) =>
      reached.has(step.id)
        ? [...configProblems(step, facts), ...branchProblems(step, outgoing.get(step.id) ?? [])]
        : [warning(step.id, 'STEP_UNREACHABLE', `No way leads to ${step.name}.`)],
    );
  return [...triggerProblems(graph, trigger.id, facts), ...ofSteps];
}

function triggerProblems({ trigger, steps }: Graph, stepId: string, facts: GraphFacts): GraphProblem[] {
  const { eventName, schedule, segmentId, audienceCondition } = trigger.config ?? {};
  const problems: GraphProblem[] = [];
  if (trigger.type === 'EVENT' && !eventName) {
    problems.push(warning(stepId, 'EVENT_MISSING', 'No event starts this workflow: contacts enter by hand only.'));
  }
  if (trigger.type === 'SCHEDULE' && (!schedule || !(segmentId ?? audienceCondition))) {
    problems.push(error(stepId, 'SCHEDULE_INCOMPLETE', 'The schedule lacks its times or its audience.'));
  }
  if (facts.loopsStopped > 0) {
    const message = `In the last 24 hours ${facts.loopsStopped} entries were refused because they led back here.`;
    problems.push(warning(null, 'LOOP_STOPPED', message));
  }
  if (facts.timesSkipped > 0) {
    const message = `${facts.timesSkipped} times of the schedule passed while contacts of an earlier one were entering.`;
    problems.push(warning(null, 'SCHEDULE_LATE', message));
  }
  if (steps.length === 1) problems.push(warning(null, 'NO_STEPS', 'The workflow has no steps.'));
  return problems;
}

function configProblems(step: Step, facts: GraphFacts): GraphProblem[] {
  const reading = readStepConfig(step, facts);
  // A stored config breaks a rule when a setting has changed since.
  if (!reading.ok) return reading.problems.slice(0, 1).map(({ message }) => error(step.id, 'STEP_INCOMPLETE', message));
  if (!reading.config) {
    const fields = reading.missing.map((path) => path.join('.')).join(', ');
    return [error(step.id, 'STEP_INCOMPLETE', `${step.name} lacks ${fields}.`)];
  }
  return reading.config.type === 'SEND_EMAIL' ? senderProblems(step, reading.config, facts) : [];
}

function senderProblems(
  step: Step,
  config: SendEmailConfig,
  { templates, verifiedDomains, domainsWithoutDmarc }: GraphFacts,
): GraphProblem[] {
  const template = templates.get(config.templateId);
  if (!template) return [error(step.id, 'STEP_INCOMPLETE', `The template of ${step.name} does not exist any more.`)];
  const sender = config.from ?? template.from;
  if (sender === null) return [error(step.id, 'SENDER_MISSING', `Neither ${step.name} nor its template has a sender.`)];
  const domain = domainOf(sender);
  if (!verifiedDomains.has(domain)) {
    return [error(step.id, 'DOMAIN_NOT_VERIFIED', `The sender domain ${domain} is not verified.`)];
  }
  if (!template.isMarketing || !domainsWithoutDmarc.has(domain)) return [];
  return [error(step.id, 'DMARC_REQUIRED', `Marketing mail from ${domain} needs a DMARC record.`)];
}

function branchProblems(step: Step, outgoing: readonly Transition[]): GraphProblem[] {
  const branches = branchesOf(step);
  if (branches.length === 0) return [];
  const served = new Set(outgoing.map((transition) => servedBranch(step, transition)));
  // A time-out without its own transition goes the way of the event.
  const open = branches.filter(
    (branch) => !served.has(branch) && !(step.type === 'WAIT_FOR_EVENT' && branch === 'timeout'),
  );
  const unknown = [...served].filter((branch) => branch === null || !branches.includes(branch));
  return [
    ...(open.length > 0
      ? [warning(step.id, 'BRANCH_OPEN', `Contacts finish at ${open.join(', ')} of ${step.name}.`)]
      : []),
    ...(unknown.length > 0
      ? [warning(step.id, 'BRANCH_UNKNOWN', `${step.name} no longer has the branch ${unknown.join(', ')}.`)]
      : []),
  ];
}
