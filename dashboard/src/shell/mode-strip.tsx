import type { ReactElement } from 'react';
import { useProject } from '../api/project.ts';
import { paths } from '../navigation/paths.ts';

/** Says that mail stays here. Punched holes and brass mean test mode and nothing else. */
export function ModeStrip(): ReactElement | null {
  const { project } = useProject();
  if (project.mode === 'live') return null;
  return (
    <section className="mode" aria-label="Test mode">
      <b>Test mode</b>
      <span>Mail stays in the dev inbox.</span>
      <span className="acts">
        <a href={paths.inbox(project.id)}>Open inbox</a>
        <a href={paths.settings(project.id, 'provider')}>Go live</a>
      </span>
    </section>
  );
}
