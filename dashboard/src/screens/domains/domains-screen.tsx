import { type ReactElement, useCallback, useMemo } from 'react';
import { useInstanceConfig } from '../../api/account.ts';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { useDomains } from '../../api/domains.ts';
import { frameOf } from '../../api/frame.ts';
import { useMay, useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, text, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { type DomainRow, domainColumns } from './domain-columns.tsx';
import './domain.css';

const shape = { search: text(253), new: oneOf(['', '1'], '') };
const keyOf = (row: DomainRow) => row.id;
const nameOf = (row: DomainRow) => row.domain;
const refusal = 'Only owners and admins add domains.';

/** The senders of the project. */
export function DomainsScreen(): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(shape);
  const isAdmin = useMay('ADMIN');
  const goTo = useGoTo();
  const baseUrl = useBaseUrl();
  const domains = useDomains();
  const sandbox = useInstanceConfig().data?.sandboxDomain;
  const columns = useMemo(() => domainColumns(project.id), [project.id]);
  const rows = useMemo(() => rowsOf(domains.data ?? [], sandbox, state.search), [domains.data, sandbox, state.search]);
  const search = useCallback((value: string) => set({ search: value }, { replace: true }), [set]);
  const add = () => {
    if (isAdmin) set({ new: '1' });
  };
  useLetter('n', add);

  return (
    <Screen title="Domains" layout="flush">
      <div className="head tight">
        <div>
          <h1>Domains</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curlOf(baseUrl, { path: '/domains/project/current' })} />
          </span>
          <button
            type="button"
            className="btn primary"
            disabled={!isAdmin}
            title={isAdmin ? undefined : refusal}
            onClick={add}
          >
            Add a domain <span className="key wide-only">n</span>
          </button>
        </div>
      </div>
      {!isAdmin && <p className="t13 t3 mt8">{refusal}</p>}
      <RejectedNote names={rejected} />
      <DataList
        label="Domains"
        things="domains"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={frameOf(domains)}
        nothingYet={<NoDomains sandbox={sandbox} isAdmin={isAdmin} onAdd={add} />}
        noMatch={{ title: 'No domain matches.', said: 'The search looks for a part of the name.' }}
        search={{ value: state.search, onChange: search, placeholder: 'Part of a domain' }}
        summary={domains.data && countOf(domains.data.length, 'domain', 'domains')}
        onOpen={({ own }) => own && goTo(paths.domain(project.id, own.id))}
      />
      <AddDomainDialog
        isOpen={state.new === '1' && isAdmin}
        onClose={() => set({ new: '' }, { replace: true })}
        onAdded={({ id }) => goTo(paths.domain(project.id, id), { replace: true })}
      />
    </Screen>
  );
}

function rowsOf(
  domains: NonNullable<ReturnType<typeof useDomains>['data']>,
  sandbox: string | undefined,
  search: string,
): readonly DomainRow[] {
  if (domains.length === 0) return [];
  const wanted = search.trim().toLowerCase();
  const own: DomainRow[] = domains.map((domain) => ({ id: domain.id, domain: domain.domain, own: domain }));
  const all = sandbox === undefined ? own : [...own, { id: 'sandbox' as const, domain: sandbox, own: null }];
  return all.filter(({ domain }) => domain.includes(wanted));
}

interface NoDomainsProps {
  readonly sandbox: string | undefined;
  readonly isAdmin: boolean;
  readonly onAdd: () => void;
}

function NoDomains({ sandbox, isAdmin, onAdd }: NoDomainsProps): ReactElement {
  return (
    <NothingYet
      title="No domain yet"
      actions={
        <button
          type="button"
          className="btn primary"
          disabled={!isAdmin}
          title={isAdmin ? undefined : refusal}
          onClick={onAdd}
        >
          Add a domain
        </button>
      }
      snippet={
        <ul className="asks">
          <li>
            <b>Ownership</b>: one TXT record that proves the domain is yours.
          </li>
          <li>
            <b>DKIM</b>: one TXT record, or three CNAMEs, that let mailboxes check the signature of your mail.
          </li>
          <li>
            <b>Return path, SPF, DMARC, tracking</b>: as this instance is set up; the recommended ones never hold you
            up.
          </li>
        </ul>
      }
    >
      {sandbox === undefined
        ? 'You will be asked for a few DNS records.'
        : `In test mode you can send from any address at ${sandbox}. To reach people, add your own; you will be asked for these DNS records.`}
    </NothingYet>
  );
}
