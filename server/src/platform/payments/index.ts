export {
  type CheckoutSession,
  type PaymentInvoice,
  type PaymentNotification,
  PaymentRefused,
  type PaymentSubscription,
  type Payments,
  type ReportOutcome,
  type UpcomingInvoice,
} from './payments.ts';
export { paymentsOf } from './payments-of.ts';
