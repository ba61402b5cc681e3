import { ArrowUp } from 'lucide-react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { formatCount } from '../figures/format.ts';
import { AddFilter, FilterPills, type FilterPillsProps } from './filter-pills.tsx';
import { SearchBox, type SearchProps } from './search-box.tsx';

export type Fresh = { count: number; onTakeIn: () => void };

export type ListToolsProps = {
  search?: SearchProps | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  filtering?: FilterPillsProps | undefined;
  /** New rows wait here: a list never moves under the pointer. */
  fresh?: Fresh | undefined;
  /** For example "9,864 of 18,402". */
  summary?: ReactNode;
  chooser?: ReactNode;
};

/** The line above a list: search, filters as words, what is new, how many, which columns. */
export function ListTools(props: ListToolsProps): ReactElement {
  const { search, filtering, fresh } = props;
  return (
    <div className="rowflex bar-tools">
      {search && <SearchBox {...search} inputRef={props.searchRef} />}
      <div className="pills">
        {filtering && <FilterPills {...filtering} />}
        {filtering && <AddFilter {...filtering} />}
        <span className="fresh-place" role="status">
          {fresh && fresh.count > 0 && (
            <button type="button" className="pill fresh" onClick={fresh.onTakeIn}>
              <ArrowUp size={14} strokeWidth={1.75} aria-hidden className="i" />
              {formatCount(fresh.count)} new
            </button>
          )}
        </span>
      </div>
      {props.summary && <span className="t3 t13 tab nowrap wide-only">{props.summary}</span>}
      {props.chooser}
    </div>
  );
}
