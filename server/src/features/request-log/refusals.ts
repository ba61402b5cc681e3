import { missing } from '#platform/refusals';

export const CallNotFound = missing('RESOURCE_NOT_FOUND', 'request');
