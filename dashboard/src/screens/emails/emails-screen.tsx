import { type ReactElement, useCallback, useEffect, useMemo } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { type Email, type EmailQuery, emailsPerPage, useEmails } from '../../api/emails.ts';
import { useProject } from '../../api/project.ts';
import { useSourceNames } from '../../api/source-names.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { countUpTo } from '../../widgets/number-words/number-words.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { emailColumnKeys, emailColumns } from './email-columns.tsx';
import { emailFilters, emailListShape, emailQuery, filterChange, filterValues } from './email-filters.ts';
import './emails.css';
import { NoEmails } from './no-emails.tsx';

import { SendDialog } from './send-dialog.tsx';
import { rememberOrder } from './shown-order.ts';

const keyOf = (email: Email) => email.id;
const nameOf = (email: Email) => email.to ?? 'a deleted contact';

/** Find one mail. */
export function EmailsScreen(): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(emailListShape);
  const names = useSourceNames();
  const baseUrl = useBaseUrl();
  const goTo = useGoTo();
  const { say } = useToasts();
  const send = () => set({ new: '1' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bound is taken anew when the period is chosen
  const now = useMemo(() => Date.now(), [state.within]);
  const query = useMemo(() => emailQuery(state, now), [state, now]);
  const list = useEmails(query);
  const columns = useMemo(() => emailColumns(project.id, names), [project.id, names]);
  const filters = useMemo(() => emailFilters(names), [names]);
  const chosen = useMemo(
    () => (state.columns === '' ? [...emailColumnKeys] : state.columns.split(' ')),
    [state.columns],
  );
  useEffect(() => rememberOrder(project.id, list.rows.map(keyOf)), [project.id, list.rows]);

  const curl = curlOf(baseUrl, { path: '/emails', query: { ...query, limit: emailsPerPage } });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const search = useCallback((value: string) => set({ search: value }, { replace: true }), [set]);

  return (
    <Screen title="Emails" layout="flush">
      <div className="head tight">
        <div>
          <h1>Emails</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
          <button type="button" className="btn primary" onClick={send}>
            Send a mail
          </button>
        </div>
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Emails"
        things="mails"
        columns={columns}
        rows={list.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={{
          isLoading: list.isLoading,
          isRefetching: list.isRefetching,
          problem: list.problem,
          onRetry: list.retry,
        }}
        nothingYet={<NoEmails baseUrl={baseUrl} onSend={send} />}
        noMatch={{ title: 'No mail matches.', said: 'There may be others: no mail has all of these.' }}
        search={{ value: state.search, onChange: search, placeholder: 'Address or subject' }}
        filtering={{ filters, values: filterValues(state), onChange: (values) => set(filterChange(values) as never) }} // validated when it is read from the URL
        onClearFilters={() => set({ search: '', ...filterChange({}) } as never)} // as above
        onOpen={(email) => goTo(paths.email(project.id, email.id))}
        fresh={list.fresh}
        summary={list.total === undefined ? undefined : countUpTo(list.total, limitOf(query), 'mail', 'mails')}
        columnChoice={{ chosen, onChange: (keys) => set({ columns: columnsText(keys) }) }}
        paging={{
          kind: 'cursor',
          hasMore: list.hasMore,
          isLoadingMore: list.isLoadingMore,
          onMore: list.loadMore,
          total: list.total,
        }}
        onCopy={() => void copy()}
        className="emails"
      />
      <SendDialog isOpen={state.new === '1'} onClose={() => set({ new: '' }, { replace: true })} />
    </Screen>
  );
}

/** Every mail is counted, those that match a filter up to this many. */
const limitOf = (query: EmailQuery): number => (Object.keys(query).length === 0 ? Number.POSITIVE_INFINITY : 10_000);

const columnsText = (keys: readonly string[]): string => (keys.length === emailColumnKeys.length ? '' : keys.join(' '));
