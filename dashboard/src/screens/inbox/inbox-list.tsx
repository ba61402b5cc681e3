import type { ReactElement, Ref } from 'react';
import { useInstanceConfig } from '../../api/account.ts';
import { type InboxRow, useClearInbox } from '../../api/inbox.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { SearchBox } from '../../widgets/data-list/search-box.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { MagicAddresses } from '../../widgets/magic-addresses/magic-addresses.tsx';
import { NoMatch, NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import type { FrameState } from '../../widgets/state-frame/frame-state.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { InboxLine } from './inbox-line.tsx';
import { useHeldRows } from './use-held-rows.ts';

interface InboxListProps {
  /** No mail was chosen: the page is the list. */
  readonly isMain: boolean;
  readonly mails: readonly InboxRow[];
  readonly total: number;
  readonly openId: string | undefined;
  readonly hrefOf: (id: string) => string;
  readonly frame: FrameState;
  readonly search: string;
  readonly searchBox: Ref<HTMLInputElement>;
  readonly onSearch: (text: string) => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  readonly onCleared: () => void;
}

/** The captured mails, newest first. */
export function InboxList(props: InboxListProps): ReactElement {
  const { mails, total, openId, search, onSearch } = props;
  const clear = useClearInbox();
  const held = useHeldRows(mails, search);
  return (
    <section className="ilist" aria-label="Mails">
      <div className="ihead">
        {props.isMain ? <h1>Dev inbox</h1> : <h2>Dev inbox</h2>}
        <span className="t3 tab">{formatCount(total)}</span>
        {/* Not beside the hits of a search: it removes every mail. */}
        {search === '' && (
          <button
            type="button"
            className="btn quiet sm push"
            disabled={total === 0 || clear.isPending}
            onClick={() => clear.mutate(undefined, { onSuccess: props.onCleared })}
          >
            Clear all
          </button>
        )}
      </div>
      <div className="isearch">
        <SearchBox
          value={search}
          onChange={onSearch}
          placeholder="Address or part of a subject"
          inputRef={props.searchBox}
        />
      </div>
      {clear.error && <ProblemNotice problem={problemOf(clear.error)} />}
      <div className="irows" onPointerEnter={held.hold} onPointerLeave={held.release} onScroll={held.onScroll}>
        {held.newCount > 0 && (
          <button type="button" className="inew" onClick={held.takeIn}>
            {formatCount(held.newCount)} new
          </button>
        )}
        <StateFrame
          state={props.frame}
          isEmpty={held.rows.length === 0}
          skeleton={<SkeletonLines lines={16} />}
          empty={search ? <NoMail search={search} onClear={() => onSearch('')} /> : <EmptyInbox />}
        >
          <ol>
            {held.rows.map((mail) => (
              <InboxLine key={mail.id} mail={mail} href={props.hrefOf(mail.id)} isOpen={mail.id === openId} />
            ))}
          </ol>
          {props.hasMore && (
            <button type="button" className="btn quiet imore" disabled={props.isLoadingMore} onClick={props.onMore}>
              {props.isLoadingMore ? 'Loading more' : 'Load more'}
            </button>
          )}
        </StateFrame>
      </div>
      <div className="ifoot t13 t3">
        Kept 7 days or 10,000 mails.
        <span className="push wide-only">
          <kbd className="key">s</kbd> simulate
        </span>
      </div>
    </section>
  );
}

function NoMail({ search, onClear }: { readonly search: string; readonly onClear: () => void }): ReactElement {
  return (
    <NoMatch title="No mail fits" onClear={onClear}>
      {search.includes('@')
        ? `None was sent to ${search}. Addresses are found whole.`
        : `None has “${search}” in its subject.`}
    </NoMatch>
  );
}

function EmptyInbox(): ReactElement {
  const { project } = useProject();
  const { data: config } = useInstanceConfig();
  return (
    <NothingYet
      title="No test mail yet"
      snippet={config && <MagicAddresses domain={config.sandboxDomain} />}
      actions={
        <a className="btn primary" href={paths.emails(project.id, { new: '1' })}>
          Send a mail
        </a>
      }
    >
      Mail appears here the moment it is sent. Mail to each of these addresses ends in its own way:
    </NothingYet>
  );
}
