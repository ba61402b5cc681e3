import { type ReactElement, useCallback, useMemo } from 'react';
import { type Recipient, type RecipientQuery, useRecipients } from '../../../api/campaign-recipients.ts';
import { useProject } from '../../../api/project.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import type { Column } from '../../../widgets/data-list/column.ts';
import { DataList } from '../../../widgets/data-list/data-list.tsx';
import type { Filter } from '../../../widgets/data-list/filter.ts';
import { RelativeTime, useNow } from '../../../widgets/figures/relative-time.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { closedSentence } from '../../../widgets/state-chip/email-reasons.ts';
import { emailState, isEmailStatus } from '../../../widgets/state-chip/email-states.ts';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';
import { type Outcome, outcomes, outcomeWords, type ReportState } from './report-state.ts';

interface RecipientsListProps {
  readonly campaignId: string;
  readonly state: ReportState;
  readonly onChange: (change: Partial<ReportState>, options?: { readonly replace?: boolean }) => void;
}

const keyOf = (recipient: Recipient) => recipient.id;
const nameOf = (recipient: Recipient) => recipient.email ?? 'a deleted contact';
const filters: readonly Filter[] = [
  {
    key: 'outcome',
    name: 'Outcome',
    verb: 'is',
    kind: 'choice',
    options: outcomes.flatMap((outcome) => (outcome === '' ? [] : [{ value: outcome, label: outcomeWords[outcome] }])),
  },
  { key: 'reason', name: 'Reason', verb: 'is', kind: 'text', placeholder: '5.1.1', maxLength: 64 },
];

export function queryOf({ outcome, reason, email }: ReportState): RecipientQuery {
  return {
    ...(outcome !== '' && { outcome }),
    ...(reason !== '' && { reason }),
    ...(email.trim() !== '' && { email: email.trim() }),
  };
}

/** Everyone it went to, or those of one outcome. */
export function RecipientsList({ campaignId, state, onChange }: RecipientsListProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const query = useMemo(() => queryOf(state), [state]);
  const list = useRecipients(campaignId, query);
  const columns = useMemo(() => columnsOf(project.id), [project.id]);
  const search = useCallback((email: string) => onChange({ email }, { replace: true }), [onChange]);
  const values = {
    ...(state.outcome !== '' && { outcome: state.outcome }),
    ...(state.reason !== '' && { reason: state.reason }),
  };
  return (
    <section className="mt24" id="recipients" aria-label="Recipients">
      <div className="section-h mb8">
        <h2>Recipients</h2>
      </div>
      <DataList
        label="Recipients"
        things="recipients"
        columns={columns}
        rows={list.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={{ ...list.frame, problem: list.frame.problem ?? list.moreProblem }}
        nothingYet={<p className="empty t2">No recipient yet.</p>}
        noMatch={{ title: 'No recipient matches.', said: 'The search takes a whole address.' }}
        search={{ value: state.email, onChange: search, placeholder: 'Whole address' }}
        filtering={{
          filters,
          values,
          onChange: (next) => onChange({ outcome: outcomeOf(next.outcome), reason: next.reason ?? '' }),
        }}
        onClearFilters={() => onChange({ outcome: '', reason: '', email: '' })}
        onOpen={({ emailId }) => goTo(paths.email(project.id, emailId))}
        summary={list.total === undefined ? undefined : countOf(list.total, 'recipient', 'recipients')}
        paging={{
          kind: 'cursor',
          hasMore: list.hasMore,
          isLoadingMore: list.isLoadingMore,
          onMore: list.loadMore,
          total: list.total,
        }}
        className="recipients"
      />
    </section>
  );
}

const outcomeOf = (value: string | undefined): Outcome | '' => outcomes.find((known) => known === value) ?? '';

const columnsOf = (projectId: string): Column<Recipient>[] => [
  {
    key: 'email',
    name: 'Recipient',
    card: 'to',
    isFixed: true,
    cell: (recipient) => (
      <a href={paths.email(projectId, recipient.emailId)} title={recipient.email ?? undefined}>
        {recipient.email ?? 'Deleted contact'}
      </a>
    ),
  },
  {
    key: 'state',
    name: 'State',
    width: 170,
    card: 'stt',
    cell: (recipient) => <RecipientState recipient={recipient} />,
  },
  {
    key: 'reason',
    name: 'Reason',
    card: 'sub',
    className: 't2',
    cell: ({ reason, error }) => {
      const words = error ?? (reason === null ? '' : closedSentence(reason));
      return <span title={words}>{words}</span>;
    },
  },
  {
    key: 'at',
    name: 'When',
    width: 120,
    align: 'end',
    card: 'tm',
    className: 't3',
    cell: ({ occurredAt }) => (occurredAt === null ? '' : <RelativeTime at={occurredAt} />),
  },
];

function RecipientState({ recipient }: { readonly recipient: Recipient }): ReactElement {
  const now = useNow();
  const { status } = recipient;
  if (!isEmailStatus(status)) return <>{status}</>;
  return <StateChip state={emailState({ status }, { now })} />;
}
