import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useProject } from '../api/project.ts';
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
    noteRecentPage(project.id, { address: `${location.pathname}${location.search}`, title });
  }, [project.id, title]);
  const name = [layout === 'plain' ? '' : layout, className].filter((part) => part !== '').join(' ');
  return (
    <main id="main" tabIndex={-1} className={name || undefined}>
      <Crumbs trail={crumbs ?? [{ name: title }]} />
      {children}
    </main>
  );
}
