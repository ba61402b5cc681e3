import { type ReactElement, useMemo } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { useContactFields } from '../../api/contact-fields.ts';
import { type Contact, useChangeContact, useContactCount, useContactList } from '../../api/contacts.ts';
import { curlOf } from '../../api/curl.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { AddContactDialog } from './list/add-contact-dialog.tsx';
import { AddToSegmentDialog } from './list/add-to-segment-dialog.tsx';
import { BulkProgress } from './list/bulk-progress.tsx';
import { useColumnChoice } from './list/column-choice.ts';
import { contactColumns, initialColumns } from './list/contact-columns.tsx';
import {
  contactFilter,
  contactListShape,
  contactQuery,
  sortChange,
  subscriptionTabs,
} from './list/contact-list-state.ts';
import { SubscribeAllDialog } from './list/subscribe-all-dialog.tsx';
import './list/contacts.css';
import { ContactsHead } from './list/contacts-head.tsx';
import { DeleteContactsDialog } from './list/delete-contacts-dialog.tsx';
import { NoContacts } from './list/no-contacts.tsx';
import { useBulkActions } from './list/use-bulk-actions.ts';

const keyOf = (contact: Contact) => contact.id;
const nameOf = (contact: Contact) => contact.email;

/** Find people and act. */
export function ContactsScreen(): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(contactListShape);
  const { say } = useToasts();
  const goTo = useGoTo();
  const baseUrl = useBaseUrl();
  const fields = useContactFields().data?.fields;
  const [chosen, choose] = useColumnChoice(project.id);
  const add = () => set({ new: '1' });
  const endAdding = () => set({ new: '' }, { replace: true });
  useLetter('n', add);

  const query = useMemo(() => contactQuery(state), [state]);
  const list = useContactList(query);
  const counts = { all: useContactCount(), subscribed: useContactCount(true), not: useContactCount(false) };
  const columns = useMemo(() => contactColumns(project.id, fields ?? []), [project.id, fields]);
  const shown = useMemo(() => chosen ?? initialColumns(fields ?? []), [chosen, fields]);
  const subscribedTotal = {
    all: query.search === undefined ? counts.subscribed : undefined,
    subscribed: list.total,
    'not-subscribed': 0,
  }[state.subscription];
  const bulk = useBulkActions({
    filter: contactFilter(state),
    // While other rows are read, nobody knows how many they are.
    total: list.frame.isRefetching ? undefined : list.total,
    subscribedTotal,
    onDone: list.restart,
  });

  const change = useChangeContact();
  const setSubscribed = async (rows: readonly Contact[], subscribed: boolean) => {
    const [only] = rows;
    if (!only || rows.length > 1 || bulk.taken !== undefined)
      return bulk.change(subscribed ? 'subscribe' : 'unsubscribe', rows);
    try {
      list.replace([await change.mutateAsync({ id: only.id, change: { subscribed } })]);
      say({ message: `${only.email} is ${subscribed ? 'subscribed' : 'not subscribed'} now.` });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  const added = (contact: Contact, isNew: boolean) => {
    endAdding();
    list.restart();
    say({
      kind: 'good',
      message: isNew ? `${contact.email} is a contact now.` : `${contact.email} was a contact already.`,
      action: { label: 'Open', onRun: () => goTo(paths.contact(project.id, contact.id)) },
    });
  };

  const curl = curlOf(baseUrl, { path: '/contacts', query: { ...query, limit: 100 } });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const search = (value: string) => {
    bulk.clear();
    set({ search: value }, { replace: true });
  };
  const isNarrowed = state.search !== '' || state.subscription !== 'all';

  return (
    <Screen title="Contacts" layout="flush">
      <ContactsHead curl={curl} onAdd={add} />
      <div className="mt8">
        <Tabs
          label="Subscription"
          selected={state.subscription}
          onSelect={(key) => {
            bulk.clear();
            set({ subscription: subscriptionTabs.find((tab) => tab === key) ?? 'all' });
          }}
          tabs={[
            { key: 'all', label: 'All', count: counts.all },
            { key: 'subscribed', label: 'Subscribed', count: counts.subscribed },
            { key: 'not-subscribed', label: 'Not subscribed', count: counts.not },
          ]}
        />
      </div>
      <RejectedNote names={rejected} />
      {bulk.run && <BulkProgress run={bulk.run} onPutAway={bulk.putAway} />}
      <DataList
        label="Contacts"
        things="contacts"
        columns={columns}
        rows={list.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={list.moreProblem ? { ...list.frame, problem: list.moreProblem, onRetry: list.loadMore } : list.frame}
        nothingYet={
          isNarrowed ? (
            <p className="empty t2">
              No contact is {state.subscription === 'subscribed' ? 'subscribed' : 'without a subscription'}.
            </p>
          ) : (
            <NoContacts baseUrl={baseUrl} onAdd={add} />
          )
        }
        noMatch={{ title: 'No contact matches.', said: 'The search looks for a part of the address.' }}
        search={{ value: state.search, onChange: search, placeholder: 'Part of an address' }}
        sort={{ key: state.sort, direction: state.dir }}
        onSort={(sort) => set(sortChange(sort))}
        selection={{
          selected: bulk.selected,
          onChange: bulk.select,
          actions: bulk.actionsFor,
          takeAll: bulk.takeAll,
          taken: bulk.taken,
        }}
        onOpen={(contact) => goTo(paths.contact(project.id, contact.id))}
        summary={summaryOf(list.total, counts.all)}
        columnChoice={{ chosen: shown, onChange: choose }}
        paging={{
          kind: 'cursor',
          hasMore: list.hasMore,
          isLoadingMore: list.isLoadingMore,
          onMore: list.loadMore,
          isEndless: list.moreProblem === null,
          total: list.total,
        }}
        onCopy={() => void copy()}
        keys={[
          { key: 's', does: 'subscribe', onRun: (rows) => void setSubscribed(rows, true) },
          { key: 'u', does: 'unsubscribe', onRun: (rows) => void setSubscribed(rows, false) },
        ]}
        className="people"
      />
      <AddContactDialog isOpen={state.new === '1'} onClose={endAdding} onAdded={added} />
      <AddToSegmentDialog
        emails={bulk.forSegment}
        onClose={bulk.endSegment}
        onAdded={(message) => {
          bulk.endSegment();
          bulk.clear();
          say({ kind: 'good', message });
        }}
      />
      <SubscribeAllDialog question={bulk.question} onConfirm={bulk.confirmQuestion} onClose={bulk.dropQuestion} />
      <DeleteContactsDialog count={bulk.deletion?.count ?? 0} onConfirm={bulk.confirmDeletion} onClose={bulk.keepAll} />
    </Screen>
  );
}

const summaryOf = (shown: number | undefined, all: number | undefined): string | undefined => {
  if (shown === undefined) return undefined;
  if (all === undefined || all === shown) return countOf(shown, 'contact', 'contacts');
  return `${formatCount(shown)} of ${formatCount(all)}`;
};
