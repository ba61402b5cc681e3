import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const billingOf = ({ call }: Caller) => ({
  /** The caps of each category, and how much of them is used. */
  limits: (projectId: string, options?: CallOptions) =>
    call('GET /users/@me/projects/{id}/billing-limits', { path: { id: projectId } }, options),
  /** Set or remove caps. */
  setLimits: (projectId: string, body?: Body<'PUT /users/@me/projects/{id}/billing-limits'>, options?: CallOptions) =>
    call('PUT /users/@me/projects/{id}/billing-limits', { path: { id: projectId }, body }, options),
  /** What was counted in the current period. */
  consumption: (projectId: string, options?: CallOptions) =>
    call('GET /users/@me/projects/{id}/billing-consumption', { path: { id: projectId } }, options),
  /** The newest hundred invoices. */
  invoices: (projectId: string, options?: CallOptions) =>
    call('GET /users/@me/projects/{id}/billing-invoices', { path: { id: projectId } }, options),
  /** Open a page on which the owner subscribes. */
  checkout: (projectId: string, body?: Body<'POST /users/@me/projects/{id}/checkout'>, options?: CallOptions) =>
    call('POST /users/@me/projects/{id}/checkout', { path: { id: projectId }, body }, options),
  /** Open a page on which the owner manages the subscription. */
  portal: (projectId: string, options?: CallOptions) =>
    call('POST /users/@me/projects/{id}/billing-portal', { path: { id: projectId } }, options),
});

export type BillingCalls = ReturnType<typeof billingOf>;
