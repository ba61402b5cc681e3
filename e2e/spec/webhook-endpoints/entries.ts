import type { Entry } from '../entry.ts';
import { listDeliveries, replayEvents, replayOne, rotateSecret, testEndpoint } from './deliveries.ts';
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoints, patchEndpoint } from './endpoints.ts';

export const webhookEndpointEntries: readonly Entry[] = [
  listEndpoints,
  createEndpoint,
  getEndpoint,
  patchEndpoint,
  deleteEndpoint,
  testEndpoint,
  rotateSecret,
  replayEvents,
  listDeliveries,
  replayOne,
];
