import type { ReactElement } from 'react';
import { healthOf } from '../../api/health.ts';
import type { Project } from '../../api/project.ts';
import { useDayOf, useHealthOf } from '../../api/project-health.ts';
import { paths } from '../../navigation/paths.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { HealthWord } from '../../widgets/health-word/health-word.tsx';
import { Pulse } from '../../widgets/pulse/pulse.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';

/** One project: its mode, how it is, and its last day. */
export function ProjectCard({ project }: { readonly project: Project }): ReactElement {
  const security = useHealthOf(project.id);
  const day = useDayOf(project.id);
  const health = security.data && healthOf(security.data);
  const isLive = project.mode === 'live';
  return (
    <a className="proj" href={paths.home(project.id)}>
      {!isLive && (
        <div className="mode">
          <b>Test mode</b>
          <span>Mail stays in the dev inbox.</span>
        </div>
      )}
      <div className="p-name">
        <h2>{project.name}</h2>
        <span className="t13 t3">{project.role.toLowerCase()}</span>
        {isLive && (
          <span className="live">
            <StateShape shape="dot" />
            Live
          </span>
        )}
      </div>
      <p className="p-word">
        {health && <HealthWord level={health.level} word={health.word} />}
        {security.isError && <span className="t14 t3">Could not be read.</span>}
      </p>
      {health && isLive && <p className="t2">{health.reasons[0]}</p>}
      <div className="p-foot">
        {day.data && (
          <>
            <span>
              <span className="fig">{formatCount(day.data.accepted)}</span>
              <span className="t13 t3">{isLive ? 'accepted in 24 h' : 'test mails in 24 h'}</span>
            </span>
            <Pulse values={day.data.hours} label={`Mails in each of the last ${day.data.hours.length} hours`} isDay />
          </>
        )}
        {day.isError && <span className="t13 t3">The figures could not be read.</span>}
      </div>
    </a>
  );
}
