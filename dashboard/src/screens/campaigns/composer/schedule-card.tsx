import { type ReactElement, useId } from 'react';
import { useProject } from '../../../api/project.ts';
import { instantOf, type WallTime } from '../../../widgets/figures/zoned-time.ts';
import { Card } from './card.tsx';

/** Null: now. */
export type Schedule = WallTime | null;

interface ScheduleCardProps {
  readonly schedule: Schedule;
  readonly suggestion: WallTime;
  readonly now: number;
  readonly onChange: (schedule: Schedule) => void;
}

/** What keeps a time from being used. */
export function scheduleGap(schedule: Schedule, timeZone: string, now: number): string | null {
  if (schedule === null) return null;
  const instant = instantOf(schedule, timeZone);
  if (instant === null) return 'Choose date and time.';
  return instant <= now ? 'This time has passed.' : null;
}

export function ScheduleCard({ schedule, suggestion, now, onChange }: ScheduleCardProps): ReactElement {
  const { project } = useProject();
  const name = useId();
  const shown = schedule ?? suggestion;
  return (
    <Card title="Schedule" state={{ missing: scheduleGap(schedule, project.timezone, now), problems: 0 }}>
      <div className="rowflex wrap-s when">
        <label className="rowflex">
          <input
            type="radio"
            className="radio"
            name={name}
            checked={schedule === null}
            onChange={() => onChange(null)}
          />
          Now
        </label>
        <label className="rowflex">
          <input
            type="radio"
            className="radio"
            name={name}
            checked={schedule !== null}
            onChange={() => onChange(suggestion)}
          />
          Later
        </label>
        {schedule !== null && (
          <>
            <input
              type="date"
              className="input soft"
              aria-label="Date"
              value={shown.date}
              onChange={({ target }) => onChange({ ...shown, date: target.value })}
            />
            <input
              type="time"
              className="input soft tab"
              aria-label="Time"
              value={shown.time}
              onChange={({ target }) => onChange({ ...shown, time: target.value })}
            />
            <span className="t2">{project.timezone}</span>
          </>
        )}
      </div>
    </Card>
  );
}
