import type { CampaignQuery } from '../../../api/campaigns.ts';
import { oneOf, text, whole } from '../../../navigation/url-state.ts';

export const campaignsPerPage = 20;

export const statusTabs = ['all', 'DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;

/** What the URL of the list holds. `new` opens the dialog for a new campaign. */
export const campaignListShape = {
  status: oneOf(statusTabs, 'all'),
  search: text(200),
  sort: oneOf(['createdAt', 'updatedAt', 'name'], 'createdAt'),
  dir: oneOf(['desc', 'asc'], 'desc'),
  page: whole(1, 1, 100_000),
  new: oneOf(['', '1'], ''),
};

interface CampaignListState {
  readonly status: (typeof statusTabs)[number];
  readonly search: string;
  readonly sort: 'createdAt' | 'updatedAt' | 'name';
  readonly dir: 'desc' | 'asc';
  readonly page: number;
}

export const campaignQuery = ({ status, search, sort, dir, page }: CampaignListState): CampaignQuery => ({
  page,
  pageSize: campaignsPerPage,
  sort,
  dir,
  ...(status !== 'all' && { status }),
  ...(search.trim() !== '' && { search: search.trim() }),
});
