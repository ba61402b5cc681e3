import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { type ContactField, keyOfField, useContactFields } from '../../api/contact-fields.ts';
import { curlOf } from '../../api/curl.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, text, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import type { Filter } from '../../widgets/data-list/filter.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeleteFieldDialog } from './fields/delete-field-dialog.tsx';
import { fieldColumns } from './fields/field-columns.tsx';
import { FieldStory } from './fields/field-story.tsx';
import './fields/fields.css';
import { NoFields } from './fields/no-fields.tsx';

const types = ['', 'string', 'number', 'boolean', 'date', 'mixed'] as const;
const shape = { search: text(128), type: oneOf(types, ''), field: text(140) };

const filters: readonly Filter[] = [
  {
    key: 'type',
    name: 'Type',
    verb: 'is',
    kind: 'choice',
    options: [
      { value: 'string', label: 'text' },
      { value: 'number', label: 'number' },
      { value: 'boolean', label: 'yes or no' },
      { value: 'date', label: 'date' },
      { value: 'mixed', label: 'mixed' },
    ],
  },
];

const keyOf = (field: ContactField) => field.field;

/** Know the data: which fields there are, who has them and what uses them. */
export function FieldsScreen(): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(shape);
  const { say } = useToasts();
  const baseUrl = useBaseUrl();
  const fields = useContactFields();
  const [deleted, setDeleted] = useState<ContactField | null>(null);

  const all = fields.data?.fields;
  const contacts = all?.find(({ field }) => field === 'email')?.count ?? 0;
  const custom = useMemo(() => (all ?? []).filter(({ isCustom }) => isCustom), [all]);
  const rows = useMemo(() => {
    const wanted = state.search.trim().toLowerCase();
    return custom.filter(
      (field) =>
        keyOfField(field).toLowerCase().includes(wanted) &&
        (state.type === '' || (state.type === 'mixed' ? field.mixed : field.type === state.type)),
    );
  }, [custom, state.search, state.type]);
  const columns = useMemo(() => fieldColumns(contacts), [contacts]);
  const curl = curlOf(baseUrl, { path: '/contacts/fields' });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const search = useCallback((value: string) => set({ search: value }, { replace: true }), [set]);

  return (
    <Screen
      title="Fields"
      layout="flush"
      crumbs={[{ name: 'Contacts', href: paths.contacts(project.id) }, { name: 'Fields' }]}
    >
      <div className="head tight">
        <div>
          <h1>Fields</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
          <a className="btn" href={paths.contacts(project.id)}>
            Contacts
          </a>
        </div>
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Fields"
        things="fields"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={keyOfField}
        frame={frameOf(fields)}
        nothingYet={<NoFields baseUrl={baseUrl} />}
        noMatch={{ title: 'No field matches.', said: `There are ${countOf(custom.length, 'field', 'fields')}.` }}
        search={{ value: state.search, onChange: search, placeholder: 'Name of a field' }}
        filtering={{
          filters,
          values: state.type === '' ? {} : { type: state.type },
          onChange: (values) => set({ type: types.find((type) => type === values.type) ?? '' }),
        }}
        onClearFilters={() => set({ search: '', type: '' })}
        opened={{
          key: state.field === '' ? null : state.field,
          onChange: (key) => set({ field: key ?? '' }),
          place: 'under',
          render: (field) => <FieldStory field={field} onDelete={() => setDeleted(field)} />,
        }}
        summary={`${countOf(custom.length, 'field', 'fields')} on ${countOf(contacts, 'contact', 'contacts')}. A field appears when its first value arrives.`}
        onCopy={() => void copy()}
        className="fields"
      />
      {deleted && (
        <DeleteFieldDialog
          field={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={(message) => {
            setDeleted(null);
            set({ field: '' });
            say({ kind: 'good', message });
          }}
        />
      )}
    </Screen>
  );
}
