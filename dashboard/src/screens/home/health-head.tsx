import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { healthOf } from '../../api/health.ts';
import { useDayStats, useHours, useRecentCount, useSecurity } from '../../api/home.ts';
import { formatCount, formatDuration } from '../../widgets/figures/format.ts';
import { HealthWord } from '../../widgets/health-word/health-word.tsx';
import { Pulse } from '../../widgets/pulse/pulse.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';

/** The health word with its reasons, and the pulse beside it. */
export function HealthHead(): ReactElement {
  const security = useSecurity();
  return (
    <div className="head home-head">
      <div className="home-health">
        {!security.data && <h1 className="vh">Home</h1>}
        <StateFrame
          state={frameOf(security)}
          isEmpty={!security.data}
          skeleton={<SkeletonLines lines={4} />}
          empty={null}
        >
          {security.data && <Word {...healthOf(security.data)} />}
        </StateFrame>
      </div>
      <HoursPulse />
    </div>
  );
}

function Word({ level, word, reasons }: ReturnType<typeof healthOf>): ReactElement {
  const { data: day } = useDayStats();
  const waited = day && `The oldest mail that is due has waited ${formatDuration(day.oldestDueSeconds * 1000)}.`;
  const nothingWaits = 'No mail is overdue.';
  return (
    <>
      <h1 className="display">
        <HealthWord level={level} word={word} />
      </h1>
      <p className="sub">
        {reasons.join(' ')} {day && (day.oldestDueSeconds > 0 ? waited : nothingWaits)}
      </p>
    </>
  );
}

const pulseHours = 48;
const recentMinutes = 60;

function HoursPulse(): ReactElement | null {
  const { data: hours } = useHours(pulseHours);
  const { data: recent } = useRecentCount(recentMinutes);
  if (!hours || hours.length === 0) return null;
  const values = hours.map(({ accepted }) => accepted);
  const highest = Math.max(...values);
  return (
    <div className="home-pulse">
      <Pulse
        isDay
        values={values}
        label={`Mails accepted in each of the last ${values.length} hours, at most ${formatCount(highest)}`}
        caption={{
          start: `${values.length} hours`,
          end: recent === undefined ? '' : `Activity: ${formatCount(recent)} in the last hour`,
        }}
      />
    </div>
  );
}
