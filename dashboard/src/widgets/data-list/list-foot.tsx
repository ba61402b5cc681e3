import type { ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import { type Paging, pageButtons, pageCount, rowsWords } from './paging.ts';

export type ShownKey = { key: string; does: string };

/** How many there are, the way to more, and the keys worth knowing here. */
export function ListFoot(props: {
  paging: Paging | undefined;
  loaded: number;
  keys: readonly ShownKey[];
}): ReactElement {
  const { paging } = props;
  return (
    <div className="list-foot">
      <span>{rowsWords(paging, props.loaded)}</span>
      {paging?.kind === 'pages' && <Pages {...paging} />}
      {paging?.kind === 'cursor' && paging.hasMore && (
        <button
          type="button"
          className="btn sm"
          aria-disabled={paging.isLoadingMore}
          onClick={() => {
            if (!paging.isLoadingMore) paging.onMore();
          }}
        >
          {paging.isLoadingMore ? 'Loading more' : 'Load more'}
        </button>
      )}
      <span className="keys wide-only">
        {props.keys.map(({ key, does }) => (
          <span key={key}>
            <kbd className="key">{key}</kbd> {does}
          </span>
        ))}
      </span>
    </div>
  );
}

function Pages(props: Extract<Paging, { kind: 'pages' }>): ReactElement | null {
  const count = pageCount(props.total, props.pageSize);
  if (count === 1) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {pageButtons(props.page, count).map((page, place) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
          <span key={`gap-${place}`}>…</span>
        ) : (
          <button
            type="button"
            key={page}
            className="btn quiet sm"
            aria-label={`Page ${page}`}
            aria-current={page === props.page ? 'page' : undefined}
            onClick={() => props.onPage(page)}
          >
            {formatCount(page)}
          </button>
        ),
      )}
    </nav>
  );
}
