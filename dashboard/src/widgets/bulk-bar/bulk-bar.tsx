import { Ellipsis, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import { Menu } from '../menu/menu.tsx';
import './bulk-bar.css';

export type BulkAction = {
  key: string;
  /** A verb: "Subscribe". */
  label: string;
  /** How many of the selected it would change; left out when it concerns them all in the same way. */
  count?: number | undefined;
  /** A dialog asks first: the label gets an ellipsis. */
  isAsking?: boolean;
  isDanger?: boolean;
  onRun: () => void;
};

export type BulkBarProps = {
  /** What is selected: "contacts". */
  things: string;
  count: number;
  actions: readonly BulkAction[];
  /** Takes everything the filters match, beyond what is loaded. */
  takeAll?: { total: number; onTake: () => void } | undefined;
  onClear: () => void;
};

/** On a phone this many actions stay in the bar; the others move into a menu. */
const onPhone = 2;

/** What can be done with the selected rows, at the foot of the window. Every button says how many it would change. */
export function BulkBar(props: BulkBarProps): ReactElement | null {
  const { count, actions, takeAll } = props;
  if (count === 0) return null;
  const rest = actions.slice(onPhone);
  return (
    <div className="bulk dock" role="toolbar" aria-label={`With the selected ${props.things}`}>
      <b className="tab" role="status">
        {formatCount(count)} selected
      </b>
      {takeAll && takeAll.total > count && (
        <button type="button" className="plain t13 t2 wide-only take-all" onClick={takeAll.onTake}>
          Take all {formatCount(takeAll.total)}
        </button>
      )}
      <span className="sep" />
      {actions.map((action, place) => (
        <button
          type="button"
          key={action.key}
          className={`btn quiet sm${action.isDanger ? ' bad' : ''}${place < onPhone ? '' : ' wide-only'}`}
          disabled={action.count === 0}
          onClick={action.onRun}
        >
          {wordsOf(action)}
        </button>
      ))}
      {rest.length > 0 && (
        <Menu
          trigger={
            <button type="button" className="copy only-s" aria-label="More actions">
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden className="i" />
            </button>
          }
          items={rest.map((action) => ({
            key: action.key,
            label: wordsOf(action),
            isDanger: action.isDanger === true,
            onRun: action.onRun,
            ...(action.count === 0 && { refusal: 'It would change none of them.' }),
          }))}
        />
      )}
      <button type="button" className="copy" aria-label="Clear selection" onClick={props.onClear}>
        <X size={14} strokeWidth={1.75} aria-hidden className="i" />
      </button>
    </div>
  );
}

function wordsOf(action: BulkAction): ReactElement {
  return (
    <span>
      {action.label}
      {action.count !== undefined && <span className="t3 tab"> {formatCount(action.count)}</span>}
      {action.isAsking && '…'}
    </span>
  );
}
