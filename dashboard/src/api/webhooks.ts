import type { Body, Item, Query, Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type NewestFirst, useNewestFirst } from './newest-first.ts';
import { useProject, useProjectChange, useProjectQuery, useReadAgain } from './project.ts';

export type WebhookEndpoint = Reply<'GET /webhook-endpoints/{id}'>;
export type WebhookDelivery = Item<'GET /webhook-endpoints/{id}/deliveries'>;
export type WebhookAttempt = WebhookDelivery['attempts'][number];
export type DeliveryQuery = Omit<Query<'GET /webhook-endpoints/{id}/deliveries'>, 'cursor' | 'limit'>;
export type NewWebhookEndpoint = Body<'POST /webhook-endpoints'>;
export type WebhookChanges = NonNullable<Body<'PATCH /webhook-endpoints/{id}'>>;
export type WebhookTest = Reply<'POST /webhook-endpoints/{id}/test'>;
type WebhookWithSecret = Reply<'POST /webhook-endpoints'>;

export const deliveriesPerPage = 50;
/** The stream tells nothing about deliveries. */
const readAgainMs = 3_000;

export const useWebhooks = (): UseQueryResult<readonly WebhookEndpoint[]> =>
  useProjectQuery(['webhooks', 'list'], async (session, signal) => await session.webhookEndpoints.list({ signal }), {
    refetchMs: readAgainMs,
  });

export const useWebhook = (id: string): UseQueryResult<WebhookEndpoint> =>
  useProjectQuery(['webhooks', 'one', id], (session, signal) => session.webhookEndpoints.get(id, { signal }), {
    refetchMs: readAgainMs,
  });

export const useDeliveries = (id: string, query: DeliveryQuery): NewestFirst<WebhookDelivery> =>
  useNewestFirst({
    key: ['webhooks', 'deliveries', id, query],
    read: (session, cursor, signal) =>
      session.webhookEndpoints.deliveries(
        id,
        { ...query, limit: deliveriesPerPage, ...(cursor !== undefined && { cursor }) },
        { signal },
      ),
    keyOf: ({ id: deliveryId }) => deliveryId,
    refetchMs: readAgainMs,
  });

/** The newest failure among the newest deliveries, whatever the log is narrowed to; null if there was none. */
export function useLastFailure(id: string): WebhookAttempt | null {
  const { data = null } = useProjectQuery(
    ['webhooks', 'last failure', id],
    async (session, signal): Promise<WebhookAttempt | null> => {
      const page = await session.webhookEndpoints.deliveries(id, { limit: 20 }, { signal });
      const failed = page.data.flatMap(({ attempts }) => attempts.filter(({ error }) => error !== null));
      return failed.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
    },
    { refetchMs: readAgainMs },
  );
  return data;
}

const stale = [['webhooks']];

/** Makes an endpoint. Its secret is returned to the caller alone: it enters no cache and no storage. */
export function useCreateWebhook(): (body: NewWebhookEndpoint) => Promise<WebhookWithSecret> {
  const { session } = useProject();
  const readAgain = useReadAgain();
  return async (body) => {
    const made = await session.webhookEndpoints.create(body);
    readAgain(stale);
    return made;
  };
}

/** A new secret, returned as above. */
export function useRotateSecret(id: string): () => Promise<WebhookWithSecret> {
  const { session } = useProject();
  const readAgain = useReadAgain();
  return async () => {
    const rotated = await session.webhookEndpoints.rotateSecret(id);
    readAgain(stale);
    return rotated;
  };
}

export const useChangeWebhook = (id: string): UseMutationResult<WebhookEndpoint, Error, WebhookChanges> =>
  useProjectChange((session, changes) => session.webhookEndpoints.update(id, changes), stale);

export function useDeleteWebhook(id: string): UseMutationResult<undefined, Error, void> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session) => {
      const gone = await session.webhookEndpoints.delete(id);
      for (const part of ['one', 'deliveries', 'last failure'])
        client.removeQueries({ queryKey: [project.id, 'webhooks', part, id] });
      return gone;
    },
    [['webhooks', 'list']],
  );
}

/** One call at once with sample data; nothing of it is kept. */
export const useTestWebhook = (id: string): UseMutationResult<WebhookTest, Error, string | undefined> =>
  useProjectChange((session, type) => session.webhookEndpoints.test(id, type === undefined ? {} : { type }));

export const useReplayDelivery = (id: string): UseMutationResult<WebhookDelivery, Error, string> =>
  useProjectChange((session, deliveryId) => session.webhookEndpoints.replayDelivery(id, deliveryId), stale);

type ReplayRequest = Body<'POST /webhook-endpoints/{id}/replay'>;

export const useReplaySince = (
  id: string,
): UseMutationResult<Reply<'POST /webhook-endpoints/{id}/replay'>, Error, ReplayRequest> =>
  useProjectChange((session, request) => session.webhookEndpoints.replay(id, request), stale);
