import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useInstanceConfig } from '../api/account.ts';
import { Mark } from './mark.tsx';
import { changePreferences } from './preferences.ts';
import './gate.css';
import './outside.css';

interface GateProps {
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly children?: ReactNode;
}

/** The frame of sign-in, sign-up and what belongs to them. */
export function Gate({ title, sentence, children }: GateProps): ReactElement {
  const { data: config } = useInstanceConfig();
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <div className="gate">
      <div className="gate-line" aria-hidden="true">
        <span className="come" />
        <Mark isUnderWay />
        <span className="go" />
      </div>
      <main id="main" className="gate-main">
        <h1 className="display">{title}</h1>
        {sentence !== undefined && <p className="t2">{sentence}</p>}
        {children}
      </main>
      <footer className="gate-foot">
        <span className="wordmark">postrider</span>
        <span>{config?.version}</span>
        <button
          type="button"
          className="plain push"
          onClick={() =>
            changePreferences({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' })
          }
        >
          Dark or light
        </button>
      </footer>
    </div>
  );
}
