import { type ReactElement, type ReactNode, useRef } from 'react';
import type { Template } from '../../api/templates.ts';
import type { UrlState } from '../../navigation/url-state.ts';
import { useLetter } from '../../shell/use-letter.ts';
import { ListFoot } from '../../widgets/data-list/list-foot.tsx';
import { ListTools } from '../../widgets/data-list/list-tools.tsx';
import { Menu } from '../../widgets/menu/menu.tsx';
import { NoMatch } from '../../widgets/state-frame/empty-states.tsx';
import type { FrameState } from '../../widgets/state-frame/frame-state.ts';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { type ListState, type listShape, pageSize } from './list-state.ts';
import { TemplateTile } from './template-tile.tsx';

export interface ShownTemplates {
  readonly state: ListState;
  readonly set: UrlState<typeof listShape>['set'];
  readonly templates: readonly Template[];
  readonly total: number;
  readonly frame: FrameState;
  /** There is no template at all; then there is nothing to search either. */
  readonly isNothingYet: boolean;
  readonly nothingYet: ReactNode;
}

const sortWords = { updatedAt: 'last change', createdAt: 'creation', name: 'name' } as const;
const keys = [
  { key: '/', does: 'search' },
  { key: 'j', does: 'next' },
  { key: 'k', does: 'previous' },
  { key: 'n', does: 'new' },
];

export function TemplateTiles(props: ShownTemplates): ReactElement {
  const { state, set, templates, total, frame, isNothingYet, nothingYet } = props;
  const searchBox = useRef<HTMLInputElement>(null);
  const tiles = useRef<HTMLDivElement>(null);
  useLetter('/', () => searchBox.current?.focus());
  const step = (by: 1 | -1) => {
    const links = [...(tiles.current?.querySelectorAll<HTMLAnchorElement>('a.tile') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useLetter('j', () => step(1));
  useLetter('k', () => step(-1));
  const isFiltered = state.search !== '' || state.type !== 'all';

  return (
    <>
      {!isNothingYet && (
        <div className="mt12">
          <ListTools
            searchRef={searchBox}
            search={{
              value: state.search,
              onChange: (search) => set({ search, page: 1 }, { replace: true }),
              placeholder: 'Name, description or subject',
            }}
            chooser={<SortMenu state={state} set={set} />}
          />
        </div>
      )}
      <div className="mt16">
        <StateFrame
          state={frame}
          isEmpty={templates.length === 0}
          skeleton={<SkeletonTiles />}
          empty={
            isFiltered ? (
              <NoMatch title="No template matches" onClear={() => set({ search: '', type: 'all', page: 1 })} />
            ) : (
              nothingYet
            )
          }
        >
          <div className="tiles" ref={tiles}>
            {templates.map((template) => (
              <TemplateTile key={template.id} template={template} />
            ))}
          </div>
          <ListFoot
            paging={{ kind: 'pages', page: state.page, pageSize, total, onPage: (page) => set({ page }) }}
            loaded={templates.length}
            keys={keys}
          />
        </StateFrame>
      </div>
    </>
  );
}

function SortMenu({ state, set }: Pick<ShownTemplates, 'state' | 'set'>): ReactElement {
  return (
    <Menu
      trigger={
        <button type="button" className="pick wide-only">
          <span className="t3">by</span>
          <b>{sortWords[state.sort]}</b>
        </button>
      }
      items={(['updatedAt', 'createdAt', 'name'] as const).map((sort) => ({
        key: sort,
        label: `By ${sortWords[sort]}`,
        onRun: () => set({ sort, dir: sort === 'name' ? 'asc' : 'desc', page: 1 }),
      }))}
    />
  );
}

function SkeletonTiles(): ReactElement {
  return (
    <div className="tiles" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <span className="tile" key={place}>
          <span className="face">
            <span className="face-paper" />
          </span>
          <span className="name">
            <span className="skel skel-name" />
          </span>
          <span className="facts">{'\u00a0'}</span>
          <span className="facts">{'\u00a0'}</span>
        </span>
      ))}
    </div>
  );
}
