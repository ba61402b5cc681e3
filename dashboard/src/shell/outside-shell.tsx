import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useInstanceConfig } from '../api/account.ts';
import { paths } from '../navigation/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { Mark } from './mark.tsx';
import './outside.css';

interface OutsideShellProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of pages that belong to no project: the list of projects, the account. */
export function OutsideShell({ title, children }: OutsideShellProps): ReactElement {
  const { data: config } = useInstanceConfig();
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <div className="outside">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="page">
        <header className="top">
          <a className="home-mark" href={paths.projects}>
            <Mark />
            <span className="wordmark">postrider</span>
          </a>
          <div className="tools">
            <AccountMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="gate-foot">
          <span className="mono">{location.host}</span>
          <span>{config?.version}</span>
        </footer>
      </div>
    </div>
  );
}
