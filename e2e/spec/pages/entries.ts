import type { Entry } from '../entry.ts';
import { managePage, manageSubscription, viewPage } from './manage.ts';
import { subscribe, subscribePage } from './subscribe.ts';
import { unsubscribe, unsubscribePage } from './unsubscribe.ts';

export const pageEntries: readonly Entry[] = [
  unsubscribePage,
  unsubscribe,
  subscribePage,
  subscribe,
  managePage,
  manageSubscription,
  viewPage,
];
