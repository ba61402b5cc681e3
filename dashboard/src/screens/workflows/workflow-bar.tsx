import { Ellipsis, ListTree, Workflow as WorkflowIcon } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useMay, useProject } from '../../api/project.ts';
import { useChangeWorkflow, useResumeWorkflow, type Workflow } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { type WorkflowAction, WorkflowActions } from './workflow-actions.tsx';

interface WorkflowBarProps {
  readonly workflow: Workflow;
  readonly entered: number | null;
  readonly view: 'canvas' | 'outline';
  readonly mayChooseView: boolean;
  readonly onView: (view: 'canvas' | 'outline') => void;
  readonly isDryRun: boolean;
  readonly onDryRun: () => void;
}

/** Name, switch, versions, views and what can be done with the workflow as a whole. */
export function WorkflowBar(props: WorkflowBarProps): ReactElement {
  const { workflow, view, onView } = props;
  const { project } = useProject();
  const mayResume = useMay('ADMIN');
  const change = useChangeWorkflow(workflow.id);
  const resume = useResumeWorkflow(workflow.id);
  const [action, setAction] = useState<WorkflowAction | null>(null);
  const dryRun = useRef<HTMLButtonElement>(null);
  const wasDryRun = useRef(props.isDryRun);
  useEffect(() => {
    // The focus went with the panel: it comes back to the button that opened it.
    if (wasDryRun.current && !props.isDryRun && document.activeElement === document.body) dryRun.current?.focus();
    wasDryRun.current = props.isDryRun;
  }, [props.isDryRun]);
  const errors = workflow.problems.filter(({ level }) => level === 'error').length;
  const isBlocked = !workflow.enabled && errors > 0;
  const blockedWords = errors === 1 ? 'One problem keeps it off.' : `${errors} problems keep it off.`;
  const refusal = change.isError ? problemOf(change.error) : resume.isError ? problemOf(resume.error) : null;
  return (
    <>
      <div className="workbar">
        <h1 title={workflow.name}>{workflow.name}</h1>
        <label className="wf-on">
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={workflow.enabled}
            aria-checked={workflow.enabled}
            disabled={isBlocked || change.isPending}
            aria-describedby="wf-said"
            onChange={(event) => change.mutate({ enabled: event.target.checked })}
          />
          <b>{workflow.enabled ? 'On' : 'Off'}</b>
        </label>
        <span className="said" id="wf-said">
          {isBlocked ? (
            <span className="bad">
              <StateShape shape="cross" /> {blockedWords}
            </span>
          ) : (
            <VersionWords workflow={workflow} />
          )}
        </span>
        {props.mayChooseView && (
          <span className="btns push">
            <button type="button" className="btn sm" aria-pressed={view === 'canvas'} onClick={() => onView('canvas')}>
              <WorkflowIcon className="i" size={16} strokeWidth={1.75} aria-hidden />
              Canvas
            </button>
            <button
              type="button"
              className="btn sm"
              aria-pressed={view === 'outline'}
              onClick={() => onView('outline')}
            >
              <ListTree className="i" size={16} strokeWidth={1.75} aria-hidden />
              Outline
            </button>
          </span>
        )}
        <a className="btn sm" href={paths.executions(project.id, workflow.id)}>
          Executions <span className="t3 tab">{props.entered === null ? '' : formatCount(props.entered)}</span>
        </a>
        <button
          type="button"
          ref={dryRun}
          className={props.isDryRun ? 'btn sm lit' : 'btn sm'}
          aria-pressed={props.isDryRun}
          onClick={props.onDryRun}
        >
          Dry run{' '}
          <kbd className="key wide-only" aria-hidden>
            d
          </kbd>
        </button>
        <Menu
          trigger={
            <button type="button" className="btn sm icon" aria-label="More for this workflow">
              <Ellipsis className="i" size={16} strokeWidth={1.75} aria-hidden />
            </button>
          }
          items={[
            { key: 'rename', label: 'Name and description…', onRun: () => setAction('rename') },
            { key: 'duplicate', label: 'Duplicate', onRun: () => setAction('duplicate') },
            { key: 'cancel', label: 'Cancel all executions…', isApart: true, onRun: () => setAction('cancel-all') },
            { key: 'delete', label: 'Delete workflow…', isDanger: true, onRun: () => setAction('delete') },
          ]}
        />
      </div>
      {workflow.pausedAt !== null && (
        <div className="notice warn wf-notice">
          <StateShape shape="bars" />
          <span>
            <b>Paused by the rules of reputation.</b> No one enters, and its mail is held.
          </span>
          <span className="acts">
            <button
              type="button"
              className="btn sm"
              disabled={!mayResume || resume.isPending}
              title={mayResume ? undefined : 'Only owners and admins can resume it.'}
              onClick={() => resume.mutate()}
            >
              Resume
            </button>
          </span>
        </div>
      )}
      {refusal && (
        <div className="wf-notice">
          <ProblemNotice problem={refusal} />
        </div>
      )}
      {action && <WorkflowActions action={action} workflow={workflow} onClose={() => setAction(null)} />}
    </>
  );
}

/** Who is on which version: those inside finish theirs. */
function VersionWords({ workflow }: { readonly workflow: Workflow }): ReactElement {
  const { project } = useProject();
  const older = workflow.activeByVersion.filter(({ version, count }) => version < workflow.version && count > 0);
  const version = <span className="nowrap">Version {workflow.version}.</span>;
  if (older.length === 0) return version;
  return (
    <>
      {version}{' '}
      {older.map(({ version, count }, place) => (
        <span key={version}>
          {place > 0 && ', '}
          <a className="plain" href={paths.executions(project.id, workflow.id, { version })}>
            {formatCount(count)} {count === 1 ? 'is' : 'are'} on version {version}
          </a>
        </span>
      ))}{' '}
      and finish it; new entries take version {workflow.version}.
    </>
  );
}
