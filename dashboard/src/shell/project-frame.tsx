import { Outlet, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useProjects, useUser } from '../api/account.ts';
import { LiveProvider } from '../api/live.tsx';
import { ProjectProvider } from '../api/project.ts';
import { sessionIn } from '../api/session.ts';
import { paths } from '../navigation/paths.ts';
import { NotFoundScreen } from '../screens/accounts/not-found-screen.tsx';
import { TimeZoneContext } from '../widgets/figures/time-zone.ts';
import { LogsLinkProvider } from '../widgets/state-frame/request-id.tsx';
import { AppShell } from './app-shell.tsx';
import { GoToLogin } from './go-to-login.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** Opens the project of the URL for the pages inside it. */
export function ProjectFrame(): ReactElement | null {
  const { project: id = '' } = useParams({ strict: false });
  const { data: user } = useUser();
  const { data: projects } = useProjects(user !== undefined && user !== null);
  if (user === null) return <GoToLogin />;
  if (!user || !projects) return null;
  const project = projects.find((one) => one.id === id);
  if (!project) return <NotFoundScreen />;
  return (
    <ProjectProvider value={{ project, session: sessionIn(project.id) }} key={project.id}>
      <TimeZoneContext value={project.timezone}>
        <LogsLinkProvider value={(requestId) => <LogsLink href={paths.log(project.id, requestId)} />}>
          <LiveProvider>
            <AppShell>
              <Outlet />
            </AppShell>
            <SignInAgain email={user.email} />
          </LiveProvider>
        </LogsLinkProvider>
      </TimeZoneContext>
    </ProjectProvider>
  );
}

const LogsLink = ({ href }: { readonly href: string }): ReactElement => (
  <a className="plain" href={href}>
    See it in Logs
  </a>
);
