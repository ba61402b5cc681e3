import type { Entry } from '../entry.ts';
import { emptyInbox, removeMessage } from './empty.ts';
import { getMessage, listInbox, rawMessage } from './read.ts';
import { simulate } from './simulate.ts';
import { waitForMail } from './wait.ts';

export const inboxEntries: readonly Entry[] = [
  listInbox,
  waitForMail,
  getMessage,
  rawMessage,
  simulate,
  removeMessage,
  emptyInbox,
];
