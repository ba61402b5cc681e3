import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { useProject } from '../../api/project.ts';
import type { Template } from '../../api/templates.ts';
import { paths } from '../../navigation/paths.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { listShape, pageSize } from './list-state.ts';
import type { ShownTemplates } from './template-tiles.tsx';
import { typeWords } from './type-words.ts';

export function TemplateList({ state, set, templates, total, frame, nothingYet }: ShownTemplates): ReactElement {
  const { project } = useProject();
  const navigate = useNavigate();
  const columns = useMemo<readonly Column<Template>[]>(
    () => [
      {
        key: 'name',
        name: 'Name',
        sortKey: 'name',
        card: 'to',
        cell: ({ id, name }) => (
          <a className="plain" href={paths.template(project.id, id)}>
            {name}
          </a>
        ),
      },
      { key: 'subject', name: 'Subject', card: 'sub', cell: ({ subject }) => <span className="cut">{subject}</span> },
      {
        key: 'type',
        name: 'Type',
        width: 130,
        card: 'stt',
        cell: ({ type }) => <span className="chip">{typeWords[type].word}</span>,
      },
      {
        key: 'createdAt',
        name: 'Created',
        sortKey: 'createdAt',
        width: 130,
        isHiddenOnPhone: true,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      {
        key: 'updatedAt',
        name: 'Changed',
        sortKey: 'updatedAt',
        width: 130,
        card: 'tm',
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
      },
    ],
    [project.id],
  );
  return (
    <DataList
      label="Templates"
      things="templates"
      columns={columns}
      rows={templates}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      frame={frame}
      nothingYet={
        state.type === 'all' ? nothingYet : <p className="empty">There is no {typeWords[state.type].word} template.</p>
      }
      noMatch={{ title: 'No template matches' }}
      search={{
        value: state.search,
        onChange: (search) => set({ search, page: 1 }, { replace: true }),
        placeholder: 'Name, description or subject',
      }}
      onClearFilters={() => set({ search: '', type: 'all', page: 1 })}
      sort={{ key: state.sort, direction: state.dir }}
      onSort={({ key, direction }) => set({ sort: listShape.sort.read(key) ?? 'updatedAt', dir: direction, page: 1 })}
      onOpen={({ id }) => void navigate({ href: paths.template(project.id, id).replace(/^\/app/, '') })}
      paging={{ kind: 'pages', page: state.page, pageSize, total, onPage: (page) => set({ page }) }}
    />
  );
}
