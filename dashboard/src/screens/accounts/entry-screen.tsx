import { Navigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useInstanceConfig, useProjects, useUser } from '../../api/account.ts';

/** `/app`: to the only project, to the list of projects, to sign-in, or to the first owner's form. */
export function EntryScreen(): ReactElement | null {
  const { data: user } = useUser();
  const { data: config } = useInstanceConfig();
  const { data: projects } = useProjects(user !== undefined && user !== null);
  if (user === undefined || !config) return null;
  if (user === null) return <Navigate to={config.setupRequired ? '/start' : '/login'} replace />;
  if (!projects) return null;
  const [only, ...others] = projects;
  if (!only || others.length > 0) return <Navigate to="/projects" replace />;
  return <Navigate to="/$project" params={{ project: only.id }} replace />;
}
