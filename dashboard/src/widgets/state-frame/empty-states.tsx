import type { ReactElement, ReactNode } from 'react';

export type NothingYetProps = {
  title: string;
  /** One sentence on what will appear here. */
  children: ReactNode;
  /** Something that can be run to make the first one. */
  snippet?: ReactNode;
  /** The one primary action, then quiet ones. */
  actions?: ReactNode;
};

/** There is nothing of this kind in the project. */
export function NothingYet(props: NothingYetProps): ReactElement {
  return (
    <div className="empty">
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.snippet && <div className="snippet-of">{props.snippet}</div>}
      {props.actions && <div className="acts">{props.actions}</div>}
    </div>
  );
}

export type NoMatchProps = {
  title: string;
  /** For example: "21,382 mails in the last 7 days, none with all three." */
  children?: ReactNode;
  /** The active filters, each removable. */
  pills?: ReactNode;
  onClear: () => void;
  /** What would help, when it is known. */
  advice?: ReactNode;
};

/** There are some, but the filters leave none. */
export function NoMatch(props: NoMatchProps): ReactElement {
  return (
    <div className="empty">
      <h2>{props.title}</h2>
      {props.children && <p>{props.children}</p>}
      {props.pills && <div className="pills-of">{props.pills}</div>}
      <div className="acts">
        <button type="button" className="btn" onClick={props.onClear}>
          Clear filters
        </button>
        {props.advice && <span className="t13 t3">{props.advice}</span>}
      </div>
    </div>
  );
}
