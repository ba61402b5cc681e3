import { useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useInboxRows } from '../../api/inbox.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { Screen } from '../../shell/screen.tsx';
import { mayUseLetter } from '../../shell/shell-keys.ts';
import { InboxList } from './inbox-list.tsx';
import { InboxMailView } from './inbox-mail-view.tsx';
import { inboxShape } from './inbox-state.ts';
import './inbox.css';

/** Test mail as its recipients would see it: mails at the start, the opened one beside them. */
export function InboxScreen(): ReactElement {
  const { project } = useProject();
  const { emailId } = useParams({ strict: false });
  const { state, set } = useUrlState(inboxShape);
  const rows = useInboxRows(state.search);
  const mails = rows.data?.pages.flatMap(({ data }) => data) ?? [];
  const openId = emailId ?? mails[0]?.id;
  // Not while rows are read, nor where a search finds nothing: then the page keeps its two columns.
  const isEmpty = rows.data !== undefined && openId === undefined && state.search === '';
  const searchBox = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLElement>(null);
  const goTo = useGoTo();

  const search = { ...(state.search && { search: state.search }), ...(state.tab !== 'preview' && { tab: state.tab }) };
  const hrefOf = (id: string) => paths.inboxMail(project.id, id, search);

  useEffect(() => {
    const move = async (step: number) => {
      const at = mails.findIndex(({ id }) => id === openId);
      const next = mails[at + step];
      if (next) goTo(hrefOf(next.id), { replace: emailId !== undefined });
    };
    const actions: Record<string, () => void> = {
      j: () => void move(1),
      k: () => void move(-1),
      s: () => view.current?.querySelector<HTMLButtonElement>('.simbar button:not(:disabled)')?.focus(),
      '/': () => searchBox.current?.focus(),
    };
    const onKey = (event: KeyboardEvent) => {
      const action = mayUseLetter(event) ? actions[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <Screen
      title="Dev inbox"
      layout="bare"
      className={project.mode === 'test' ? 'inbox-page below-mode' : 'inbox-page'}
      crumbs={
        emailId ? [{ name: 'Dev inbox', href: paths.inbox(project.id) }, { name: 'Mail' }] : [{ name: 'Dev inbox' }]
      }
    >
      <div className={`inboxgrid ${emailId ? 'at-mail' : 'at-list'}${isEmpty ? ' no-mail' : ''}`}>
        <InboxList
          isMain={emailId === undefined}
          mails={mails}
          total={rows.data?.pages[0]?.total ?? 0}
          openId={openId}
          hrefOf={hrefOf}
          frame={frameOf(rows)}
          search={state.search}
          searchBox={searchBox}
          onSearch={(text) => set({ search: text }, { replace: true })}
          hasMore={rows.hasNextPage}
          isLoadingMore={rows.isFetchingNextPage}
          onMore={() => void rows.fetchNextPage()}
          onCleared={() => goTo(paths.inbox(project.id))}
        />
        <section className="iview" aria-label="Mail" ref={view}>
          {openId !== undefined && (
            <InboxMailView
              key={openId}
              id={openId}
              isMain={emailId !== undefined}
              tab={state.tab}
              onTab={(tab) => set({ tab }, { replace: true })}
            />
          )}
        </section>
      </div>
    </Screen>
  );
}
