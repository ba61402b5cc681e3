import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useFind } from '../../api/find.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { type Hit, hitGroups } from './hits.ts';
import { recentPagesOf } from './recent-pages.ts';
import './palette.css';

const maxLength = 200;

/** Finds a contact, a mail or a request, goes to a page, creates something. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const wanted = text.trim();
  // Why only the request waits: Enter right after a letter must open a line of what is written, not of the text before.
  const asked = useDeferredValue(wanted);
  const find = useFind(asked.startsWith('>') ? '' : asked);
  const isLate = asked !== wanted;
  const isFound = !isLate && wanted.length >= 2 && !find.isPlaceholderData;
  const found = isFound ? (find.data ?? []) : [];
  const groups = hitGroups({ projectId: project.id, text: wanted, found, recent: recentPagesOf(project.id) });
  const hits = groups.flatMap((group) => group.hits);
  const chosen = Math.min(at, hits.length - 1);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const open = (hit: Hit | undefined, inNewTab: boolean) => {
    if (!hit) return;
    if (inNewTab) window.open(hit.address, '_blank', 'noopener');
    else goTo(hit.address);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((chosen + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(hits[chosen], event.ctrlKey || event.metaKey);
    }
  };
  const optionId = (index: number) => `${listId}-${index}`;
  let index = -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      className="palette"
      ref={dialog}
      aria-label="Find, go, create"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="ask">
        <Search className="i" size={16} strokeWidth={1.75} aria-hidden />
        <input
          role="combobox"
          aria-label="Contact, mail, request id"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits.length > 0 ? optionId(chosen) : undefined}
          placeholder="Contact, mail, request id"
          maxLength={maxLength}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="key push">Esc</span>
      </div>
      <div className="hits" role="listbox" id={listId} aria-label="Found" tabIndex={-1}>
        {groups.map(({ title, hits: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group inside a list of options
          <div key={title} role="group" aria-label={title}>
            <div className="pg" aria-hidden="true">
              {title}
            </div>
            {ofGroup.map((hit) => {
              index += 1;
              const own = index;
              return (
                <HitLine
                  key={hit.address + hit.name}
                  hit={hit}
                  id={optionId(own)}
                  isChosen={own === chosen}
                  onPoint={() => setAt(own)}
                  onOpen={(inNewTab) => open(hit, inNewTab)}
                />
              );
            })}
          </div>
        ))}
        {hits.length === 0 && (
          <p className="pg">{find.isFetching || isLate ? 'Looking' : 'Nothing has this name or id.'}</p>
        )}
      </div>
      <div className="pf">
        <span>
          <kbd className="key">↑</kbd> <kbd className="key">↓</kbd> move
        </span>
        <span>
          <kbd className="key">Enter</kbd> open
        </span>
        <span className="push">
          Type <b>&gt;</b> to create or go
        </span>
      </div>
    </dialog>
  );
}

interface HitLineProps {
  readonly hit: Hit;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onOpen: (inNewTab: boolean) => void;
}

function HitLine({ hit, id, isChosen, onPoint, onOpen }: HitLineProps): ReactElement {
  const line = useRef<HTMLDivElement>(null);
  const Icon = hit.icon;
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field above
    <div
      ref={line}
      className={isChosen ? 'hit at' : 'hit'}
      role="option"
      id={id}
      aria-selected={isChosen}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Icon className="i" size={16} strokeWidth={1.75} aria-hidden />
      <span className="cut">
        <span className={hit.isCode ? 'mono' : undefined}>{hit.name}</span>
        {hit.detail !== undefined && <span className="d">{hit.detail}</span>}
      </span>
      {isChosen && (
        <span className="e">
          <kbd className="key">Enter</kbd>
        </span>
      )}
    </div>
  );
}
