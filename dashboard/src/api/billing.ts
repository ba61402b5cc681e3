import type { Body, Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Caps = Reply<'GET /users/@me/projects/{id}/billing-limits'>;
export type CapsChange = NonNullable<Body<'PUT /users/@me/projects/{id}/billing-limits'>>;
export type Consumption = Reply<'GET /users/@me/projects/{id}/billing-consumption'>;
export type Invoices = Reply<'GET /users/@me/projects/{id}/billing-invoices'>;

const capsKey = ['billing', 'caps'];

export function useCaps(): UseQueryResult<Caps> {
  const { project } = useProject();
  return useProjectQuery(capsKey, (session, signal) => session.billing.limits(project.id, { signal }));
}

export function useSetCaps(): UseMutationResult<Caps, Error, CapsChange> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(async (session, change) => {
    const caps = await session.billing.setLimits(project.id, change);
    client.setQueryData([project.id, ...capsKey], caps);
    return caps;
  });
}

export function useConsumption(): UseQueryResult<Consumption> {
  const { project } = useProject();
  return useProjectQuery(['billing', 'consumption'], (session, signal) =>
    session.billing.consumption(project.id, { signal }),
  );
}

export function useInvoices(isEnabled: boolean): UseQueryResult<Invoices> {
  const { project } = useProject();
  return useProjectQuery(
    ['billing', 'invoices'],
    (session, signal) => session.billing.invoices(project.id, { signal }),
    { isEnabled },
  );
}

/** The address of the payment provider's page: to subscribe, or to manage what runs. */
export function useBillingPage(): UseMutationResult<string, Error, 'checkout' | 'portal'> {
  const { project } = useProject();
  return useProjectChange(async (session, page) => {
    const { url } = await (page === 'portal'
      ? session.billing.portal(project.id)
      : session.billing.checkout(project.id));
    return url;
  });
}
