import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useMemo, useState } from 'react';
import { useLive } from '../../api/live.tsx';
import { type Simulation, useEntered, useStepCounts, type Workflow } from '../../api/workflows.ts';
import { mayUseLetter } from '../../shell/shell-keys.ts';
import { LeaveDialog, useUnsavedChanges } from '../../widgets/form/unsaved-changes.tsx';
import { useIsWide } from '../../widgets/measure/use-is-wide.ts';
import type { FrameState } from '../../widgets/state-frame/frame-state.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { CanvasBoundary } from './canvas/canvas-boundary.tsx';
import { DryRunPanel } from './dry-run/dry-run-panel.tsx';
import { clocksOf, pathAt } from './dry-run/simulated-path.ts';
import { type Editor, EditorProvider } from './editor.ts';
import { outlineOf } from './graph/outline-tree.ts';
import { slotKey } from './graph/workflow-graph.ts';
import { OutlineView } from './outline/outline-view.tsx';
import { NewStepPanel } from './panel/new-step-panel.tsx';
import { RemoveStepDialog } from './panel/remove-step-dialog.tsx';
import { StepPanel } from './panel/step-panel.tsx';
import { TriggerPanel } from './panel/trigger-panel.tsx';
import { ProblemsBar } from './problems-bar.tsx';
import { useOpenPart, useStepFocus } from './use-open-part.ts';
import { WorkflowBar } from './workflow-bar.tsx';

const CanvasView = lazy(() => import('./canvas/canvas-view.tsx').then(({ CanvasView: view }) => ({ default: view })));

/** Nothing has the focus: the arrow enters the workflow. */
const isOnPage = ({ target }: KeyboardEvent): boolean =>
  target === document.body || (target instanceof HTMLElement && target.id === 'main');

interface WorkflowEditorProps {
  readonly workflow: Workflow;
  readonly frame: FrameState;
}

/** Build and watch: the same workflow as canvas or outline, with one panel beside it. */
export function WorkflowEditor({ workflow, frame }: WorkflowEditorProps): ReactElement {
  const isWide = useIsWide();
  const parts = useOpenPart();
  const focusStep = useStepFocus();
  const counts = useStepCounts(workflow.id);
  const entered = useEntered(workflow.id);
  const [removing, setRemoving] = useState<string | null>(null);
  const [run, setRun] = useState<{ readonly simulation: Simulation; readonly moment: number } | null>(null);
  const [hasCanvasFailed, setHasCanvasFailed] = useState(false);
  const { part } = parts;
  const view = isWide && !hasCanvasFailed ? parts.view : 'outline';

  const { refetch: recount } = counts;
  useLive((message) => {
    if (message.event === 'activity') recount().catch(reportError);
  });
  const { shouldBlock } = useUnsavedChanges(parts.isDirty);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => shouldBlock() && current.pathname !== next.pathname,
    withResolver: true,
  });

  const outline = useMemo(() => outlineOf(workflow), [workflow]);
  const isDry = part.kind === 'dry-run' && run !== null;
  const editor = useMemo<Editor>(
    () => ({
      workflow,
      outline,
      counts: new Map(counts.data?.data.map((one) => [one.stepId, one])),
      problems: Map.groupBy(
        workflow.problems.filter(({ stepId }) => stepId !== null),
        ({ stepId }) => stepId ?? '',
      ),
      selectedId: part.kind === 'step' ? part.stepId : null,
      openSlot: part.kind === 'insert' ? slotKey(part.slot) : null,
      lit: isDry ? pathAt(workflow, run.simulation.steps, run.moment) : null,
      clocks: isDry ? clocksOf(run.simulation.steps, run.simulation.startedAt) : new Map(),
      onSelect: (stepId) => parts.open({ kind: 'step', stepId }),
      onInsert: (slot) => parts.open({ kind: 'insert', slot }),
      onRemove: (stepId) => {
        if (workflow.steps.some(({ id, type }) => id === stepId && type !== 'TRIGGER')) setRemoving(stepId);
      },
    }),
    [workflow, outline, counts.data, part, isDry, run, parts],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!mayUseLetter(event)) return;
      if (event.key === 'd') parts.open({ kind: part.kind === 'dry-run' ? 'none' : 'dry-run' });
      else if (event.key === 'o' && isWide) parts.setView(parts.view === 'canvas' ? 'outline' : 'canvas');
      else if (event.key === 'ArrowDown' && isOnPage(event))
        document.querySelector<HTMLElement>('[data-step]')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [parts, part, isWide]);

  const close = (backTo?: string) => {
    parts.open({ kind: 'none' });
    if (backTo !== undefined) focusStep(backTo);
  };
  const openStep = part.kind === 'step' ? workflow.steps.find(({ id }) => id === part.stepId) : undefined;
  const isPanelOpen = part.kind === 'insert' || part.kind === 'dry-run' || openStep !== undefined;

  return (
    <EditorProvider value={editor}>
      <WorkflowBar
        workflow={workflow}
        entered={entered.data ?? null}
        view={view}
        mayChooseView={isWide}
        onView={parts.setView}
        isDryRun={part.kind === 'dry-run'}
        onDryRun={() => parts.open({ kind: part.kind === 'dry-run' ? 'none' : 'dry-run' })}
      />
      {frame.problem && (
        <div className="wf-notice">
          <ProblemNotice problem={frame.problem} onRetry={frame.onRetry} shownFrom={frame.shownFrom} />
        </div>
      )}
      <div className={isPanelOpen ? 'wf has-panel' : 'wf'}>
        <section className="wf-main" aria-label={view === 'canvas' ? 'Canvas' : 'Outline'}>
          {hasCanvasFailed && (
            <p className="notice warn wf-notice">The canvas could not be drawn; the outline does the same.</p>
          )}
          {view === 'outline' ? (
            <OutlineView />
          ) : (
            <CanvasBoundary onFail={() => setHasCanvasFailed(true)}>
              <Suspense fallback={<OutlineView />}>
                <CanvasView />
              </Suspense>
            </CanvasBoundary>
          )}
          <ProblemsBar />
        </section>
        {part.kind === 'insert' && (
          <NewStepPanel
            key={slotKey(part.slot)}
            slot={part.slot}
            onDirty={parts.setDirty}
            onAdded={(stepId) => {
              parts.setDirty(false);
              close(stepId);
            }}
            onClose={() => close(part.slot.fromStepId)}
          />
        )}
        {openStep?.type === 'TRIGGER' && (
          <TriggerPanel key={openStep.id} onDirty={parts.setDirty} onClose={() => close(openStep.id)} />
        )}
        {openStep && openStep.type !== 'TRIGGER' && (
          <StepPanel
            key={openStep.id}
            step={openStep}
            onDirty={parts.setDirty}
            onClose={() => close(openStep.id)}
            onAdded={focusStep}
          />
        )}
        {part.kind === 'dry-run' && (
          <DryRunPanel
            run={run}
            onRun={(simulation) => setRun({ simulation, moment: Date.parse(simulation.completedAt) })}
            onMoment={(moment) => setRun(run && { ...run, moment })}
            onClose={() => close()}
          />
        )}
      </div>
      {removing !== null && (
        <RemoveStepDialog
          stepId={removing}
          onDone={(next) => {
            setRemoving(null);
            if (part.kind === 'step' && part.stepId === removing) close(next);
            else focusStep(next);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
      <LeaveDialog isOpen={parts.isAsking} onLeave={parts.leave} onStay={parts.stay} />
      <LeaveDialog
        isOpen={blocker.status === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </EditorProvider>
  );
}
