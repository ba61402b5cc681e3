import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useBaseUrl } from '../../../api/base-url.ts';
import { curlOf } from '../../../api/curl.ts';
import { useMay, useProject } from '../../../api/project.ts';
import { type Suppression, type SuppressionsAdded, useSuppressionList } from '../../../api/suppressions.ts';
import { oneOf, text, useUrlState } from '../../../navigation/url-state.ts';
import { RejectedNote } from '../../../shell/rejected-note.tsx';
import { CopyCurlButton } from '../../../widgets/copy-cell/copy-curl-button.tsx';
import { DataList } from '../../../widgets/data-list/data-list.tsx';
import type { Filter } from '../../../widgets/data-list/filter.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { NothingYet } from '../../../widgets/state-frame/empty-states.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { AddSuppressionsDialog } from './add-suppressions-dialog.tsx';
import { RemoveSuppressionDialog } from './remove-suppression-dialog.tsx';
import { suppressionColumns } from './suppression-columns.tsx';
import { reasonWords } from './suppression-words.ts';

const reasons = ['BOUNCE', 'COMPLAINT', 'MANUAL'] as const;
const shape = { search: text(254), reason: oneOf(['', ...reasons], ''), new: oneOf(['', '1'], '') };
const filters: readonly Filter[] = [
  {
    key: 'reason',
    name: 'Reason',
    verb: 'is',
    kind: 'choice',
    options: reasons.map((value) => ({ value, label: reasonWords[value] })),
  },
];
const keyOf = (row: Suppression) => row.id;
const nameOf = (row: Suppression) => row.email;

/** Addresses that are not written to. */
export function SuppressionsTab(): ReactElement {
  const { project } = useProject();
  const isAdmin = useMay('ADMIN');
  const baseUrl = useBaseUrl();
  const { say } = useToasts();
  const { state, rejected, set } = useUrlState(shape);
  const [removed, setRemoved] = useState<Suppression | null>(null);
  const query = useMemo(
    () => ({
      ...(state.search.trim() && { search: state.search.trim() }),
      ...(state.reason && { reason: state.reason }),
    }),
    [state.search, state.reason],
  );
  const list = useSuppressionList(query);
  const columns = useMemo(
    () => suppressionColumns({ projectId: project.id, isAdmin, onRemove: setRemoved }),
    [project.id, isAdmin],
  );
  const search = useCallback((value: string) => set({ search: value }, { replace: true }), [set]);
  const added = ({ added: count, existing, invalid }: SuppressionsAdded) => {
    set({ new: '' }, { replace: true });
    list.restart();
    const parts = [
      `${countOf(count, 'address', 'addresses')} added`,
      ...(existing > 0 ? [`${existing} listed already`] : []),
      ...(invalid.length > 0 ? [`${invalid.length} no address: ${invalid.slice(0, 3).join(', ')}`] : []),
    ];
    say({ kind: invalid.length > 0 ? 'warn' : 'good', message: `${parts.join('; ')}.` });
  };
  return (
    <>
      <div className="section-h mt24">
        <h2>Suppressions</h2>
        <span className="t13 t3">mail to these addresses is recorded as not sent</span>
        <span className="push rowflex">
          <span className="wide-only">
            <CopyCurlButton text={curlOf(baseUrl, { path: '/suppressions', query: { ...query, limit: 100 } })} />
          </span>
          <button type="button" className="btn primary" onClick={() => set({ new: '1' }, { replace: true })}>
            Add addresses
          </button>
        </span>
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Suppressions"
        things="addresses"
        columns={columns}
        rows={list.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={{ ...list.frame, problem: list.frame.problem ?? list.moreProblem }}
        nothingYet={
          <NothingYet title="No address is suppressed">
            Addresses appear here after a permanent bounce or a complaint, and when your team adds them.
          </NothingYet>
        }
        noMatch={{ title: 'No address matches.' }}
        search={{ value: state.search, onChange: search, placeholder: 'Part of an address' }}
        filtering={{
          filters,
          values: state.reason === '' ? {} : { reason: state.reason },
          onChange: ({ reason = '' }) => set({ reason: reasons.find((known) => known === reason) ?? '' }),
        }}
        onClearFilters={() => set({ search: '', reason: '' })}
        summary={list.total === undefined ? undefined : countOf(list.total, 'address', 'addresses')}
        paging={{
          kind: 'cursor',
          hasMore: list.hasMore,
          isLoadingMore: list.isLoadingMore,
          onMore: list.loadMore,
          isEndless: list.moreProblem === null,
          total: list.total,
        }}
      />
      {state.new === '1' && (
        <AddSuppressionsDialog onClose={() => set({ new: '' }, { replace: true })} onAdded={added} />
      )}
      <RemoveSuppressionDialog
        suppression={removed}
        onClose={() => setRemoved(null)}
        onRemoved={({ email }) => {
          list.restart();
          say({ kind: 'good', message: `Mail to ${email} leaves again.` });
        }}
      />
    </>
  );
}
