import type { ReactElement, ReactNode } from 'react';
import './reason-card.css';

interface ReasonCardProps {
  /** The large figure or word: an SMTP code, else the state word. */
  code: string;
  /** Under it: the enhanced code, or what kind of ending it is. */
  note?: string | undefined;
  /** Our sentence. */
  children: ReactNode;
  /** The mailbox's own words. */
  theirWords?: string | null | undefined;
  /** What to do about it. */
  actions?: ReactNode;
  isWarning?: boolean;
}

/** Why something did not end well, and what to do. */
export function ReasonCard({
  code,
  note,
  children,
  theirWords,
  actions,
  isWarning = false,
}: ReasonCardProps): ReactElement {
  return (
    <section className={`reason${isWarning ? ' warn' : ''}`} aria-label="Reason">
      <div className="code">
        <div className="big">{code}</div>
        {note ? <div className="sub">{note}</div> : null}
      </div>
      <div className="tell">
        <p className="lead">{children}</p>
        {theirWords ? (
          <p className="words">
            <span className="lab">Their words</span>
            <span>{theirWords}</span>
          </p>
        ) : null}
        {actions ? <div className="do">{actions}</div> : null}
      </div>
    </section>
  );
}
