import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { formatCount } from '../figures/format.ts';
import { nextTab } from './next-tab.ts';
import './tabs.css';

export interface Tab {
  key: string;
  label: string;
  count?: number | undefined;
  /** A shape after the label, for a tab that holds a warning. */
  mark?: ReactNode;
}

interface TabsProps {
  tabs: readonly Tab[];
  selected: string;
  onSelect: (key: string) => void;
  label: string;
  /** The panel of the selected tab. */
  children?: ReactNode;
  /** Tools at the end of the row. */
  end?: ReactNode;
}

/** Tabs over panels of one page. Arrow keys move and select; Tab goes on to the panel. */
export function Tabs({ tabs, selected, onSelect, label, children, end }: TabsProps): ReactElement {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showSelected(list.current, selected), [selected]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const keys = tabs.map(({ key }) => key);
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const key = nextTab(keys, selected, event.key, isRightToLeft);
    if (key === null) return;
    event.preventDefault();
    onSelect(key);
    const index = keys.indexOf(key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  }

  return (
    <>
      <div className="tabs">
        <div className="tabs-row" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              className="tab-on"
              data-key={tab.key}
              id={`${id}-${tab.key}`}
              aria-selected={tab.key === selected}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={tab.key === selected ? 0 : -1}
              onClick={() => onSelect(tab.key)}
            >
              <TabText tab={tab} />
            </button>
          ))}
        </div>
        {end ? <div className="tabs-end">{end}</div> : null}
      </div>
      {children === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable to be scrolled and read
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} tabIndex={0}>
          {children}
        </div>
      )}
    </>
  );
}

interface TabLinksProps {
  tabs: readonly (Tab & { href: string })[];
  selected: string;
  label: string;
  end?: ReactNode;
}

/** The same row where each tab is a page with its own address. */
export function TabLinks({ tabs, selected, label, end }: TabLinksProps): ReactElement {
  const list = useRef<HTMLElement>(null);
  useEffect(() => showSelected(list.current, selected), [selected]);
  return (
    <div className="tabs">
      <nav className="tabs-row" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <a
            key={tab.key}
            className="tab-on"
            data-key={tab.key}
            href={tab.href}
            aria-current={tab.key === selected ? 'page' : undefined}
          >
            <TabText tab={tab} />
          </a>
        ))}
      </nav>
      {end ? <div className="tabs-end">{end}</div> : null}
    </div>
  );
}

/** On a phone a row of tabs is wider than the page: it moves, and the page does not. */
function showSelected(row: HTMLElement | null, key: string): void {
  const tab = row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!row || !tab || row.scrollWidth <= row.clientWidth) return;
  const over = tab.getBoundingClientRect().right - row.getBoundingClientRect().right;
  const under = tab.getBoundingClientRect().left - row.getBoundingClientRect().left;
  if (over > 0) row.scrollLeft += over + roomBeside;
  else if (under < 0) row.scrollLeft += under - roomBeside;
}

/** Shows a part of the next tab as well. */
const roomBeside = 40;

const TabText = ({ tab }: { tab: Tab }): ReactElement => (
  <>
    {tab.label}
    {tab.mark}
    {tab.count === undefined ? null : <span className="n">{formatCount(tab.count)}</span>}
  </>
);
