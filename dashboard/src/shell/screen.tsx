import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useProject } from '../api/project.ts';
import { WayBackProvider } from '../widgets/state-frame/problem-notice.tsx';
import { type Crumb, Crumbs } from './crumbs.tsx';
import { noteRecentPage } from './palette/recent-pages.ts';

interface ScreenProps {
  /** Of the browser's tab; also the last crumb unless `crumbs` are given. */
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** `flush`: a list reaches down to the edge. `bare`: an editor fills the window. */
  readonly layout?: 'plain' | 'flush' | 'bare';
  readonly className?: string;
  readonly children: ReactNode;
}

/** The body of every page inside a project. */
export function Screen({ title, crumbs, layout = 'plain', className = '', children }: ScreenProps): ReactElement {
  const { project } = useProject();
  useEffect(() => {
    document.title = `${title} · Postrider`;
    noteRecentPage(project.id, { address: addressWithoutDialog(), title });
  }, [project.id, title]);
  const name = [layout === 'plain' ? '' : layout, className].filter((part) => part !== '').join(' ');
  return (
    <main id="main" tabIndex={-1} className={name || undefined}>
      <Crumbs trail={crumbs ?? [{ name: title }]} />
      <WayBackProvider value={wayBackOf(crumbs)}>{children}</WayBackProvider>
    </main>
  );
}

/** The address in the browser, without the dialog that it opened. */
function addressWithoutDialog(): string {
  const url = new URL(location.href);
  url.searchParams.delete('new');
  return `${url.pathname}${url.search}`;
}

function wayBackOf(crumbs: readonly Crumb[] = []): ReactNode {
  const above = crumbs.findLast(({ href }) => href !== undefined);
  if (above?.href === undefined) return null;
  return (
    <a className="btn sm" href={above.href}>
      Back to {above.name}
    </a>
  );
}
