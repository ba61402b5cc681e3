import { missing } from '#platform/refusals';

export const SuppressionNotFound = missing('RESOURCE_NOT_FOUND', 'suppression');
