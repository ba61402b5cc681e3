import type { ReactElement, ReactNode } from 'react';
import { type ExecutionDetails, isFinal, type StepExecution } from '../../../api/executions.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { dateFormat } from '../../../widgets/figures/format.ts';
import { KeyValueTable } from '../../../widgets/key-value-table/key-value-table.tsx';
import { UprightRoute, type UprightStop } from '../../../widgets/route-line/upright-route.tsx';
import { answerOf } from '../dry-run/step-results.ts';
import { meaningOf } from '../graph/step-words.ts';
import { type Graph, textOf, wordOf } from '../graph/workflow-graph.ts';
import { jsonRows } from './json-rows.ts';

/** The path of one person with times, decisions, mails and answers, and what it entered with. */
export function Journey({ execution }: { readonly execution: ExecutionDetails }): ReactElement {
  const { project } = useProject();
  const graph: Graph = execution.snapshot;
  const context = jsonRows(execution.context);
  const lastCall = execution.stepExecutions.findLast(({ step }) => step.type === 'WEBHOOK');
  return (
    <>
      <UprightRoute
        label="Path of this execution"
        stops={execution.stepExecutions.map((step) => stopOf(step, graph, execution, project.id, project.timezone))}
      />
      {execution.stepExecutions.length === 0 && (
        <p className="t2">{isFinal(execution.status) ? 'No step is kept any more.' : 'It is about to begin.'}</p>
      )}
      {lastCall?.output && <LastAnswer output={lastCall.output} />}
      <div className="lab-row">
        <h3>Context</h3>
        <span className="more">what it entered with, and what was added</span>
      </div>
      {context.length === 0 ? (
        <p className="t13 t3">It entered without data.</p>
      ) : (
        <KeyValueTable label="Context" rows={context} />
      )}
    </>
  );
}

function stopOf(
  record: StepExecution,
  graph: Graph,
  execution: ExecutionDetails,
  projectId: string,
  timeZone: string,
): UprightStop {
  const clock = dateFormat(
    { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZone,
  );
  const until = record.executeAfter ?? record.scheduledFor;
  const isWaiting = ['PENDING', 'RUNNING', 'SCHEDULED', 'WAITING'].includes(record.status);
  const at = record.completedAt ?? record.startedAt;
  return {
    id: record.id,
    state: record.status === 'FAILED' ? 'stuck' : isWaiting || record.status === 'SKIPPED' ? 'wait' : 'passed',
    title: record.step.name,
    aside:
      isWaiting && until !== null ? `until ${clock.format(Date.parse(until))}` : at && clock.format(Date.parse(at)),
    detail: detailOf(record, graph, execution, projectId) ?? undefined,
  };
}

function detailOf(
  { step, stepId, status, output, error }: StepExecution,
  graph: Graph,
  { trigger }: ExecutionDetails,
  projectId: string,
): ReactNode {
  if (error) return <span className="bad">{error.message}</span>;
  if (status === 'SKIPPED') return 'Cancelled before it was done.';
  switch (step.type) {
    case 'TRIGGER':
      if (trigger.eventName === null) return trigger.type === 'SCHEDULE' ? 'entered at a set time' : 'entered by hand';
      return (
        <>
          event <code>{trigger.eventName}</code>
        </>
      );
    case 'SEND_EMAIL': {
      const emailId = textOf(output?.emailId);
      if (emailId === '') return null;
      const reason = textOf(output?.reason);
      return (
        <>
          <a className="plain" href={paths.email(projectId, emailId)}>
            Mail to {textOf(output?.recipientEmail) || 'the contact'}
          </a>
          {reason !== '' && <> was not sent: {reason}</>}
        </>
      );
    }
    case 'CONDITION':
      return output && answerOf(output, graph, stepId);
    case 'WAIT_FOR_EVENT':
      if (output?.timedOut === true) return 'Time-out: the event did not come.';
      return output?.receivedAt ? 'The event came.' : wordsOf(graph, stepId);
    case 'WEBHOOK':
      return output?.statusCode === undefined || output.statusCode === null
        ? wordsOf(graph, stepId)
        : `Answered ${wordOf(output.statusCode)} on try ${wordOf(output.attempts ?? 1)}.`;
    default:
      return wordsOf(graph, stepId);
  }
}

function wordsOf(graph: Graph, stepId: string): string | null {
  const step = graph.steps.find(({ id }) => id === stepId);
  return step ? meaningOf(step) : null;
}

const maxAnswer = 4_096;

function LastAnswer({ output }: { readonly output: Readonly<Record<string, unknown>> }): ReactElement | null {
  const { response, statusCode, error } = output;
  const body = response === null || response === undefined ? textOf(error) : response;
  const shown = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  if (shown === '') return null;
  return (
    <>
      <div className="lab-row">
        <h3>The last answer</h3>
        <span className="more">{wordOf(statusCode)}</span>
      </div>
      <div className="snip">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer must be scrollable by keyboard */}
        <pre tabIndex={0}>{shown.slice(0, maxAnswer)}</pre>
      </div>
    </>
  );
}
