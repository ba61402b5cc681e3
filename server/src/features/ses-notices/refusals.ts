import { refusal } from '#platform/refusals';

export const SesNotUsed = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'This instance sends nothing through Amazon SES.',
  details: { resource: 'route' },
}));

/** The same text for every cause: a forger learns nothing. */
export const NotFromOurTopic = refusal('forbidden', 'FORBIDDEN', () => ({
  message: 'This is not a message of a topic that this instance listens to.',
  details: { reason: 'NOT_TRUSTED' },
}));
