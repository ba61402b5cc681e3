import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { CrumbsPlace } from './crumbs.tsx';
import { Header } from './header.tsx';
import { ModeStrip } from './mode-strip.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { useShellKeys } from './shell-keys.ts';
import { Sidebar } from './sidebar.tsx';
import './drawer.css';

const KeyHelp = lazy(() => import('./key-help.tsx').then(({ KeyHelp }) => ({ default: KeyHelp })));

/** The frame around every page of a project. */
export function AppShell({ children }: { readonly children: ReactNode }): ReactElement {
  const [crumbsPlace, setCrumbsPlace] = useState<HTMLElement | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const [isHelping, setIsHelping] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });

  useShellKeys({ onFind: () => setIsFinding(true), onHelp: () => setIsHelping(true) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when another page opens
  useEffect(() => {
    drawer.current?.close();
  }, [pathname]);

  return (
    <div className="app">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar />
      <dialog className="drawer" ref={drawer} aria-label="Menu">
        <Sidebar />
      </dialog>
      <div className="page">
        <Header
          crumbsPlace={setCrumbsPlace}
          onMenu={() => drawer.current?.showModal()}
          onSearch={() => setIsFinding(true)}
          onHelp={() => setIsHelping(true)}
        />
        <ModeStrip />
        <CrumbsPlace.Provider value={crumbsPlace}>{children}</CrumbsPlace.Provider>
      </div>
      {isFinding && <CommandPalette onClose={() => setIsFinding(false)} />}
      {isHelping && (
        <Suspense>
          <KeyHelp onClose={() => setIsHelping(false)} />
        </Suspense>
      )}
    </div>
  );
}
