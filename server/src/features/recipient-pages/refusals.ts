import { refusal } from '#platform/refusals';

/** D-654: the same for malformed, forged and foreign links. */
export const LinkIncomplete = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'This link is incomplete.',
  details: { resource: 'link' },
}));

export const BodyGone = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'This email is no longer kept.',
  details: { resource: 'email' },
}));

export const ChoiceNotUnderstood = refusal('invalid', 'VALIDATION_ERROR', () => ({
  message: 'The field subscribed must be true or false.',
  errors: [{ field: 'subscribed', code: 'invalid_enum_value', message: 'Must be true or false.' }],
}));
