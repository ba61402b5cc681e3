import type { ReactElement } from 'react';
import { useProject } from '../../api/project.ts';
import type { SetupState } from '../../api/setup.ts';
import { paths } from '../../navigation/paths.ts';
import { RouteLine } from '../../widgets/route-line/route-line.tsx';
import { type SetUpStep, type StepKey, setUpSteps, stopStateOf } from './set-up-steps.ts';
import './set-up-line.css';

interface SetUpLineProps {
  readonly facts: SetupState;
  /** Where the first step is done; on the first screen that is the same page. */
  readonly isFirstRun?: boolean;
}

const places: Readonly<Record<StepKey, (project: string) => string>> = {
  mail: paths.keys,
  domain: paths.domains,
  provider: (project) => paths.settings(project, 'provider'),
  contacts: paths.import,
  event: paths.events,
  live: (project) => paths.settings(project, 'provider'),
};

/** The six steps as a Route line, each with its tick and the way to it. */
export function SetUpLine({ facts, isFirstRun = false }: SetUpLineProps): ReactElement {
  const steps = setUpSteps(facts);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="set-up" aria-labelledby="set-up-title">
      <div className="section-h">
        <h2 id="set-up-title">Six steps to live mail</h2>
        <span className="t3 t13">Each is ticked off when it is done.</span>
        <span className="more t3 tab" role="status">
          {doneCount} of {steps.length}
        </span>
      </div>
      <RouteLine
        isSetup
        label="Steps to live mail"
        lastWidth={170}
        stops={steps.map((step, index) => ({
          name: step.name,
          state: stopStateOf(steps, index),
          at: step.note,
          action: <StepAction step={step} isHere={isFirstRun && step.key === 'mail'} />,
        }))}
      />
    </section>
  );
}

function StepAction({ step, isHere }: { readonly step: SetUpStep; readonly isHere: boolean }): ReactElement {
  const { project } = useProject();
  if (step.isDone) return <span className="good">done</span>;
  if (isHere) return <span className="t3">above, now</span>;
  return (
    <a className="plain" href={places[step.key](project.id)}>
      Open<span className="vh"> {step.name}</span>
    </a>
  );
}
