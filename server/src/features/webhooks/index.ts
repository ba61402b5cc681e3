export { deliveryStatuses } from './endpoint.ts';
export { webhooks } from './feature.ts';
