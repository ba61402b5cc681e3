import { branchWord } from './step-words.ts';
import { branchesOf, type Graph, servedBranch } from './workflow-graph.ts';

interface FoundProblem {
  readonly code: string;
  readonly stepId: string | null;
  readonly message: string;
}

const missing: Readonly<Partial<Record<string, string>>> = {
  SEND_EMAIL: 'has no template',
  DELAY: 'has no time to wait for',
  WAIT_FOR_EVENT: 'has no event to wait for',
  CONDITION: 'asks no question yet',
  WEBHOOK: 'has no address to call',
  UPDATE_CONTACT: 'changes nothing yet',
};

/** A problem in the words of the screen; the server's own where there are none. */
export function problemWords({ code, stepId, message }: FoundProblem, graph: Graph): string {
  const step = graph.steps.find(({ id }) => id === stepId);
  if (!step) return message;
  if (code === 'STEP_INCOMPLETE' && message.includes(' lacks ')) {
    const words = missing[step.type];
    return words ? `${step.name} ${words}.` : message;
  }
  if (code !== 'BRANCH_OPEN') return message;
  const served = new Set(
    graph.transitions.filter(({ fromStepId }) => fromStepId === step.id).map((way) => servedBranch(step, way)),
  );
  const open = branchesOf(step).filter(
    (branch) => !served.has(branch) && !(step.type === 'WAIT_FOR_EVENT' && branch === 'timeout'),
  );
  if (open.length === 0) return message;
  const words = open.map((branch) => `“${branchWord(step, branch)}”`).join(' and ');
  return `${words} of ${step.name} ${open.length === 1 ? 'leads' : 'lead'} nowhere: people finish there.`;
}
