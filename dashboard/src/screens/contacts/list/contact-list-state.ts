import type { ContactQuery } from '../../../api/contacts.ts';
import { oneOf, text } from '../../../navigation/url-state.ts';
import type { Sort } from '../../../widgets/data-list/sort.ts';

export const subscriptionTabs = ['all', 'subscribed', 'not-subscribed'] as const;
export type SubscriptionTab = (typeof subscriptionTabs)[number];

export const contactListShape = {
  subscription: oneOf(subscriptionTabs, 'all'),
  search: text(200),
  sort: oneOf(['createdAt', 'email'], 'createdAt'),
  dir: oneOf(['desc', 'asc'], 'desc'),
  new: oneOf(['', '1'], ''),
};

interface ContactListState {
  readonly subscription: SubscriptionTab;
  readonly search: string;
  readonly sort: 'createdAt' | 'email';
  readonly dir: 'asc' | 'desc';
}

export function contactQuery({ subscription, search, sort, dir }: ContactListState): ContactQuery {
  return { ...contactFilter({ subscription, search }), sort, dir };
}

/** What the list shows, as bulk jobs take it. */
export function contactFilter({ subscription, search }: Pick<ContactListState, 'subscription' | 'search'>): {
  search?: string;
  subscribed?: boolean;
} {
  const wanted = search.trim();
  return {
    ...(wanted !== '' && { search: wanted }),
    ...(subscription !== 'all' && { subscribed: subscription === 'subscribed' }),
  };
}

export const sortChange = ({ key, direction }: Sort): Pick<ContactListState, 'sort' | 'dir'> => ({
  sort: key === 'email' ? 'email' : 'createdAt',
  dir: direction,
});
