import type { TemplateQuery } from '../../api/templates.ts';
import { oneOf, text, whole } from '../../navigation/url-state.ts';

/** Four rows of tiles; fewer than the previews that a project may have at once. */
export const pageSize = 16;

/** What the URL holds of the list of templates. */
export const listShape = {
  view: oneOf(['tiles', 'list'], 'tiles'),
  type: oneOf(['all', 'TRANSACTIONAL', 'MARKETING', 'HEADLESS'], 'all'),
  search: text(200),
  sort: oneOf(['updatedAt', 'createdAt', 'name'], 'updatedAt'),
  dir: oneOf(['asc', 'desc'], 'desc'),
  page: whole(1, 1, 100_000),
  /** What the open dialog begins with; any other text than the name of a sample is an empty page. */
  new: text(20),
};

export interface ListState {
  readonly view: 'tiles' | 'list';
  readonly type: 'all' | 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';
  readonly search: string;
  readonly sort: 'updatedAt' | 'createdAt' | 'name';
  readonly dir: 'asc' | 'desc';
  readonly page: number;
}

export const queryOf = ({ type, search, sort, dir, page }: ListState): TemplateQuery => ({
  page,
  pageSize,
  sort,
  dir,
  ...(type !== 'all' && { type }),
  ...(search.trim() !== '' && { search: search.trim() }),
});
