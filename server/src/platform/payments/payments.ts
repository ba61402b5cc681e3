export interface CheckoutInput {
  readonly customerId: string;
  readonly projectId: string;
  readonly currency: string;
  /** The same key returns the same session, however often it is asked for. */
  readonly key: string;
  readonly returnUrl: string;
}

export interface CheckoutSession {
  readonly url: string;
  readonly expiresAt: Date;
}

/** A subscription as the provider has it now. */
export interface PaymentSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly currency: string;
  readonly createdAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** It runs, paid or not; else it has ended, or never began. */
  readonly isLive: boolean;
  /** It runs and nothing is due. One that is paused is neither paid nor unpaid. */
  readonly isPaid: boolean;
  /** The last payment that is due is open: it is being tried again, or was given up. */
  readonly isUnpaid: boolean;
  /** The provider has made its last attempt to be paid. */
  readonly isGivenUp: boolean;
}

export interface PaymentInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly status: string | null;
  readonly amountDue: number;
  readonly amountPaid: number;
  readonly subtotal: number;
  readonly total: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly hostedInvoiceUrl: string | null;
  readonly invoicePdf: string | null;
}

export interface UpcomingInvoice {
  readonly amountDue: number;
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** What the customer has in credit before this invoice. */
  readonly credit: number;
}

/** Units of one category, to be added to a meter once. */
export interface UnitReport {
  /** The same for every try; the provider counts it once within a day. */
  readonly identifier: string;
  readonly customerId: string;
  readonly category: string;
  readonly units: number;
  readonly at: Date;
}

/** `unknown`: nobody can say whether it was counted. `refused`: it was not. */
export type ReportOutcome =
  | { readonly kind: 'counted' }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string };

/** Something happened to a subscription or an invoice: a hint to look, never the state itself. */
export interface PaymentNotification {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** Of an invoice. */
  readonly invoiceId: string | null;
}

/** The payment provider. Every call may fail: `PaymentRefused` when it was understood and not done, anything else when nobody knows. */
export interface Payments {
  /** Loads what the calls need. Each of them does that, too; for those who must know before that it can be done. */
  prepare(): Promise<void>;
  /** Returns the id of a new customer; within a day the same one for a project, however often it is asked for. */
  createCustomer(projectId: string): Promise<string>;
  openCheckout(input: CheckoutInput): Promise<CheckoutSession>;
  /** The address of a page on which the customer manages cards and subscription. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** The newest hundred. */
  listInvoices(customerId: string): Promise<PaymentInvoice[]>;
  /** Null when there will be none. */
  previewInvoice(subscriptionId: string): Promise<UpcomingInvoice | null>;
  /** Null when there is none with this id. */
  findSubscription(id: string): Promise<PaymentSubscription | null>;
  /** The newest hundred that were not ended; none of a customer that is gone. */
  listSubscriptions(customerId: string): Promise<PaymentSubscription[]>;
  /** Ends it at once and bills what was counted. One that has ended, or never was, is no error. */
  endSubscription(id: string): Promise<void>;
  reportUnits(report: UnitReport): Promise<ReportOutcome>;
  /** Null unless the provider has signed exactly this text within the last five minutes. */
  readNotification(text: string, signature: string, now: Date): Promise<PaymentNotification | null>;
}

/** The provider understood the call and did nothing. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}
