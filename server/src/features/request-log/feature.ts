import { ContactsDeleted } from '#features/contacts';
import { on } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { eraseCalls, findErasures, forgetContacts } from './erase-calls.ts';
import * as routes from './routes.ts';
import { wipeCalls, wipeFirstUses } from './wipe-calls.ts';

export const requestLog = defineFeature({
  name: 'request-log',
  routes: Object.values(routes),
  tasks: [eraseCalls],
  schedules: [findErasures],
  listeners: [on(ContactsDeleted, forgetContacts)],
  wipe: wipeCalls,
  wipeKept: wipeFirstUses,
});
