import { defineFeature } from '#platform/feature';
import * as paymentRoutes from './payment-routes.ts';
import { endLeftSubscriptions, endSubscriptions, leaveProvider } from './payments/end-subscriptions.ts';
import { sendPaymentNotice } from './payments/note-failed-invoice.ts';
import * as routes from './routes.ts';
import { sendNotice } from './send-notice.ts';
import { closeUnits } from './units/close-units.ts';
import { reportUnits } from './units/report-units.ts';
import { sendMeterEvents } from './units/send-meter-events.ts';

/** A reset keeps all of this (D-1150, D-1151). Counters are deleted with the row of the project. */
export const billing = defineFeature({
  name: 'billing',
  routes: [routes, paymentRoutes].flatMap((each) => Object.values(each)),
  tasks: [sendNotice, sendPaymentNotice, closeUnits, sendMeterEvents, endSubscriptions],
  schedules: [reportUnits, endLeftSubscriptions],
  wipeKept: leaveProvider,
});
