import type { SimulatedStep } from '../../../api/workflows.ts';
import { branchWord, fieldWords, secondsWords } from '../graph/step-words.ts';
import { type Graph, recordOf, textOf } from '../graph/workflow-graph.ts';

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Of an event, the value that was seen is the time of the last one. */
function happenedWords(event: string, seen: unknown): string {
  const at = typeof seen === 'string' ? Date.parse(seen) : Number.NaN;
  if (seen === null || seen === undefined) return `${event} has not happened.`;
  return Number.isNaN(at) ? `${event} has happened.` : `${event} happened ${happened.format(at)}.`;
}

const happened = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** The answer of a question with the values it saw. */
export function answerOf(output: Readonly<Record<string, unknown>>, graph: Graph, stepId: string): string | null {
  const branch = textOf(output.branch);
  const step = graph.steps.find(({ id }) => id === stepId);
  if (branch === '' || !step) return null;
  const word = sentence(branchWord(step, branch));
  const field = textOf(output.field);
  if (/riggered/.test(textOf(output.operator)))
    return `${word}: ${happenedWords(fieldWords(field), output.actualValue)}`;
  if (field !== '') return `${word}: ${fieldWords(field)} was ${shown(output.actualValue)}.`;
  const filters = Array.isArray(output.filters) ? output.filters.map(recordOf) : [];
  const held = filters.filter(({ result }) => result === true).length;
  return filters.length === 0 ? `${word}.` : `${word}: ${held} of ${filters.length} rules held.`;
}

/** One sentence on what a simulated step did; null when the name says it all. */
export function saidOf(step: SimulatedStep, graph: Graph): string | null {
  if (step.error) return step.error.message;
  const output = step.output ?? {};
  switch (step.type) {
    case 'SEND_EMAIL':
      if (!step.email) return null;
      return step.email.status === 'SUPPRESSED'
        ? `“${step.email.subject}” would not be sent: ${textOf(step.email.reason) || 'held back'}.`
        : `“${step.email.subject}” would be sent to ${step.email.to}.`;
    case 'CONDITION':
      return answerOf(output, graph, step.stepId);
    case 'WEBHOOK':
      return step.request
        ? `${step.request.method} ${step.request.url} would be called; taken as ${shown(output.statusCode)}.`
        : null;
    case 'WAIT_FOR_EVENT': {
      const waited = secondsWords(
        (Date.parse(step.completedAt) - Date.parse(step.startedAt ?? step.completedAt)) / 1000,
      );
      return output.timedOut === true ? `Time-out after ${waited}.` : `Came after ${waited}.`;
    }
    case 'UPDATE_CONTACT': {
      const keys = Array.isArray(output.updated) ? output.updated.map(String) : [];
      return keys.length > 0 ? `Sets ${keys.join(', ')}.` : null;
    }
    default:
      return null;
  }
}
