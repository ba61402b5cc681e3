import type { ReactElement } from 'react';
import { useLiveState } from '../api/live.tsx';
import { useProject } from '../api/project.ts';

/** The mode of the project, and whether news arrive by themselves. */
export function LiveWord(): ReactElement {
  const { project } = useProject();
  const state = useLiveState();
  if (state === 'paused') return <span className="live">Live updates paused</span>;
  const isTest = project.mode === 'test';
  return (
    <span className={isTest ? 'live test' : 'live'}>
      <svg className="s" viewBox="0 0 12 12" aria-hidden="true">
        {isTest ? (
          <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2" />
        ) : (
          <circle cx="6" cy="6" r="5" fill="currentColor" />
        )}
      </svg>
      {isTest ? 'Test' : 'Live'}
    </span>
  );
}
