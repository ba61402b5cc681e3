import type { CSSProperties, ReactElement } from 'react';
import { useProject } from '../../../api/project.ts';
import type { SimulatedStep, Simulation } from '../../../api/workflows.ts';
import { dateFormat } from '../../../widgets/figures/format.ts';
import { UprightRoute } from '../../../widgets/route-line/upright-route.tsx';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { useEditor } from '../editor.ts';
import { secondsWords } from '../graph/step-words.ts';
import { SimulatedMail } from './simulated-mail.tsx';
import { momentsOf } from './simulated-path.ts';
import { saidOf } from './step-results.ts';

interface ClockStyle extends CSSProperties {
  readonly '--to': string;
}

interface DryRunResultProps {
  readonly simulation: Simulation;
  readonly moment: number;
  readonly onMoment: (moment: number) => void;
}

const endings: Readonly<Record<Simulation['status'], string>> = {
  COMPLETED: 'The person reaches the end',
  EXITED: 'The person leaves at an exit',
  FAILED: 'The person stops at a step that fails',
  CANCELLED: 'The run was cancelled',
};

/** The clock, the path and the mails of a dry run. */
export function DryRunResult({ simulation, moment, onMoment }: DryRunResultProps): ReactElement {
  const { project } = useProject();
  const { workflow } = useEditor();
  const format = dateFormat(
    { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    project.timezone,
  );
  const day = dateFormat({ day: 'numeric', month: 'short' }, project.timezone);
  const clock = dateFormat({ hour: '2-digit', minute: '2-digit' }, project.timezone);
  /** The day is said where it changes. */
  const asideOf = (at: string, before: string | undefined) => {
    const said = day.format(Date.parse(at));
    const isSameDay = before !== undefined && day.format(Date.parse(before)) === said;
    return isSameDay ? clock.format(Date.parse(at)) : `${said}, ${clock.format(Date.parse(at))}`;
  };
  const moments = momentsOf(simulation.steps, simulation.startedAt, simulation.completedAt);
  const at = Math.max(
    0,
    moments.findLastIndex((one) => one <= moment),
  );
  const clockStyle: ClockStyle = { '--to': `${(at / Math.max(1, moments.length - 1)) * 100}%` };
  const reached = simulation.steps.filter((step) => Date.parse(step.startedAt ?? step.completedAt) <= moment);
  const last = reached.findLast((step) => step.email !== null);
  const warnings = simulation.warnings;
  return (
    <section className="dry-result" aria-label="Result of the dry run">
      <p role="status">
        <b>{endings[simulation.status]}</b> after {secondsWords(simulation.elapsedSeconds)}.
      </p>
      {moments.length > 1 && (
        <div className="clock">
          <input
            type="range"
            className="clockbar"
            style={clockStyle}
            min={0}
            max={moments.length - 1}
            step={1}
            value={at}
            aria-label="Virtual clock"
            aria-valuetext={format.format(moments[at])}
            onChange={(event) => onMoment(moments[Number(event.target.value)] ?? moment)}
          />
          <div className="t12 t3 tab clock-words">
            <span>{format.format(moments[0])}</span>
            <b>{format.format(moments[at])}</b>
            <span>{format.format(moments.at(-1))}</span>
          </div>
        </div>
      )}
      <UprightRoute
        label="Path of the dry run"
        isLit
        stops={simulation.steps.map((step, place) => ({
          id: step.stepId,
          state: stateOf(step, moment),
          title: step.name,
          aside: asideOf(step.completedAt, simulation.steps[place - 1]?.completedAt),
          detail: saidOf(step, workflow) ?? undefined,
        }))}
      />
      {warnings.map(({ code, message, stepId }) => (
        <p key={`${code} ${stepId}`} className="notice warn mt8">
          <StateShape shape="tri" />
          <span>{message}</span>
        </p>
      ))}
      {last?.email && <SimulatedMail email={last.email} at={format.format(Date.parse(last.completedAt))} />}
    </section>
  );
}

function stateOf(step: SimulatedStep, moment: number): 'passed' | 'wait' | 'stuck' {
  if (Date.parse(step.startedAt ?? step.completedAt) > moment) return 'wait';
  return step.status === 'FAILED' ? 'stuck' : 'passed';
}
