import type { ReactElement } from 'react';
import type { SetupState } from '../../api/setup.ts';
import { DayBalance } from './day-balance.tsx';
import { FourteenDays } from './fourteen-days.tsx';
import { HealthHead } from './health-head.tsx';
import { NeedsAnswer } from './needs-answer.tsx';
import { PassingThrough } from './passing-through.tsx';
import './ready-home.css';
import { SetUpFolded } from './set-up-folded.tsx';
import { SetUpLine } from './set-up-line.tsx';
import { setUpSteps } from './set-up-steps.ts';

/** Home of a project that has sent mail: is it well, and what next. Each part fails alone. */
export function ReadyHome({ facts }: { readonly facts: SetupState }): ReactElement {
  // Who sends live mail has chosen which steps to do.
  const isFolded = facts.mode === 'live' || setUpSteps(facts).every(({ isDone }) => isDone);
  return (
    <div className="ready-home">
      <HealthHead />
      <DayBalance />
      {!isFolded && <SetUpLine facts={facts} />}
      <FourteenDays />
      <div className="home-rows">
        <NeedsAnswer />
        <PassingThrough />
      </div>
      {isFolded && <SetUpFolded facts={facts} />}
    </div>
  );
}
