import type { Id } from '#platform/ids';

export type EndpointId = Id<'webhook-endpoint'>;
export type DeliveryId = Id<'webhook-delivery'>;

export const disabledReasons = ['USER', 'GONE', 'FAILING'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** What is shown of an endpoint (D-1050). */
export interface WebhookEndpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  /** Deliveries that wait, counted to a limit. */
  readonly pending: number;
  readonly abandoned: number;
  readonly secretLast4: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** With the secret itself, which is shown when it is made. */
export interface EndpointWithSecret extends WebhookEndpoint {
  readonly secret: string;
}

/** What came of one call (D-1055). */
export interface DeliveryAttempt {
  readonly at: string;
  /** Null: no reply came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** The beginning of the reply's text; null without one, and after the contact was erased. */
  readonly response: string | null;
  /** A sentence; null when it succeeded. */
  readonly error: string | null;
}

export const deliveryStatuses = ['waiting', 'succeeded', 'failed', 'abandoned'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface WebhookDelivery {
  readonly id: DeliveryId;
  readonly eventId: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  /** Null once it has ended. */
  readonly nextAttemptAt: Date | null;
}

/** The states in which nothing is known against an endpoint. */
export const withoutFailures = {
  failures: 0,
  failingSince: null,
  probes: 0,
  nextProbeAt: null,
  mailedAt: null,
} as const;
