import { useLocation } from '@tanstack/react-router';
import { Fragment, type ReactElement } from 'react';
import { useInstanceConfig } from '../api/account.ts';
import { useProject } from '../api/project.ts';
import { ProjectSwitcher } from './project-switcher.tsx';
import { type Section, sectionGroups } from './sections.ts';

/** Project, pages, documentation, version. The open page is an index tab. */
export function Sidebar(): ReactElement {
  const { project } = useProject();
  const { data: config } = useInstanceConfig();
  return (
    <aside className="side" aria-label="Main">
      <ProjectSwitcher />
      <nav aria-label="Pages">
        {sectionGroups.map(({ name, sections }) => (
          <Fragment key={sections[0]?.name}>
            {name !== null && (
              <div className="grp">
                <span>{name}</span>
              </div>
            )}
            {name === null && sections[0]?.name === 'Settings' && <div className="grp" />}
            {sections.map((section) => (
              <SectionLink key={section.name} section={section} projectId={project.id} />
            ))}
          </Fragment>
        ))}
      </nav>
      <div className="foot">
        <span className="wordmark">postrider</span>
        {config?.urls.docs && (
          <a href={config.urls.docs} target="_blank" rel="noopener">
            Documentation
          </a>
        )}
        <span className="ver">{config?.version}</span>
      </div>
    </aside>
  );
}

function SectionLink({ section, projectId }: { readonly section: Section; readonly projectId: string }): ReactElement {
  const pathname = useLocation({ select: (location) => `/app${location.pathname}`.replace(/\/$/, '') });
  const href = section.path(projectId);
  const Icon = section.icon;
  return (
    <a href={href} title={section.name} aria-current={isOpen(section, href, pathname) ? 'page' : undefined}>
      <Icon className="i" size={16} strokeWidth={1.75} aria-hidden />
      <span>{section.name}</span>
    </a>
  );
}

/** Home is open on its own address only; other pages also on the pages below them, and on their other tabs. */
function isOpen({ name }: Section, href: string, pathname: string): boolean {
  if (name === 'Home') return pathname === href;
  const folder = name === 'Settings' || name === 'Analytics' ? href.slice(0, href.lastIndexOf('/')) : href;
  return pathname === folder || pathname.startsWith(`${folder}/`);
}
