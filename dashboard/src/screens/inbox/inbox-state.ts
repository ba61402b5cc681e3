import { oneOf, text } from '../../navigation/url-state.ts';

export const mailTabs = ['preview', 'html', 'text', 'headers', 'events', 'checks'] as const;
export type MailTab = (typeof mailTabs)[number];

/** What the URL of the page holds beside the opened mail. */
export const inboxShape = { search: text(), tab: oneOf(mailTabs, 'preview') };
