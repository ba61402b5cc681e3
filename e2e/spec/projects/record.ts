import assert from 'node:assert/strict';

const fields = [
  'createdAt',
  'disabled',
  'disabledReason',
  'id',
  'language',
  'marketingPausedAt',
  'mcpSending',
  'mode',
  'name',
  'pausedAt',
  'public',
  'resendOnDoubt',
  'role',
  'sandboxAddress',
  'secretLast4',
  'sendRate',
  'subscription',
  'timezone',
  'tracking',
  'updatedAt',
];

/** A project without changes since it was created (D-1110). */
export const untouched = {
  role: 'OWNER',
  mode: 'test',
  sandboxAddress: 'hello@postrider.test',
  disabled: false,
  disabledReason: null,
  pausedAt: null,
  marketingPausedAt: null,
  tracking: 'ENABLED',
  language: 'en',
  timezone: 'UTC',
  sendRate: null,
  resendOnDoubt: { transactional: true, marketing: false },
  mcpSending: false,
  subscription: null,
};

/** Exactly the documented fields; `secret` only where it is shown. */
export function isProjectRecord(record: object, shows: { secret: boolean }): void {
  assert.deepEqual(Object.keys(record).toSorted(), [...fields, ...(shows.secret ? ['secret'] : [])].toSorted());
}
