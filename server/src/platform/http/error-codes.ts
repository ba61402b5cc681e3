interface ErrorCode {
  readonly status: number;
  readonly code: string;
  readonly when: string;
  /** Every key that `details` may have. */
  readonly details: readonly string[];
  /** What `details.reason` can be, where a program may branch on it. */
  readonly reasons?: readonly string[];
}

const of = (
  status: number,
  code: string,
  when: string,
  details: readonly string[] = [],
  reasons?: readonly string[],
): ErrorCode => ({ status, code, when, details, ...(reasons ? { reasons } : {}) });

const missing = ['resource', 'id'] as const;

/** Everything `error.code` can be (D-145). `npm run check` compares it with the refusals in the code, by status and code. */
export const errorCodes: readonly ErrorCode[] = [
  of(400, 'BAD_REQUEST', 'A header, a query value, a cursor or the address is not understood.', [
    'header',
    'parameter',
    'received',
    'allowed',
  ]),
  of(400, 'INVALID_REQUEST_BODY', 'The body is not readable JSON or multipart form data, or nested too deep.'),
  of(400, 'FIELD_NOT_CUSTOM', 'A standard field cannot be removed.', ['field']),
  of(400, 'SEGMENT_NOT_STATIC', 'Members of a dynamic segment are not changed by hand.', ['id']),
  of(400, 'SEGMENT_NOT_TRACKED', 'Only tracked segments are computed.', ['id']),
  of(400, 'CAMPAIGN_NOT_EDITABLE', 'The sending of the campaign has begun.', ['status']),
  of(400, 'CAMPAIGN_NOT_SENDABLE', 'The campaign is being sent, was sent or is cancelled.', ['status', 'sentAt']),
  of(400, 'SCHEDULED_IN_PAST', '`scheduledFor` is not later than now.', ['scheduledFor']),
  of(400, 'CAMPAIGN_INCOMPLETE', 'The segment of the campaign was deleted.', ['missing']),
  of(400, 'CAMPAIGN_NO_RECIPIENTS', 'Nobody of the audience would get the campaign.'),
  of(400, 'CAMPAIGN_NOT_CANCELLABLE', 'The campaign is neither scheduled nor being sent.', ['status']),
  of(400, 'CAMPAIGN_NOT_PAUSABLE', 'The campaign is not being sent, or is paused already.', ['status']),
  of(400, 'CAMPAIGN_NOT_PAUSED', 'The campaign is not paused.', ['status']),
  of(400, 'CAMPAIGN_NOT_SCHEDULED', 'The campaign waits for no time.', ['status']),
  of(400, 'WORKFLOW_NOT_READY', 'The workflow is enabled, or would be, and is not complete.', ['problems']),
  of(400, 'WORKFLOW_LIMIT_REACHED', 'There are as many workflows, steps or transitions as there may be.', ['limit']),
  of(400, 'TRIGGER_NOT_DELETABLE', 'Executions begin at the trigger.', ['id']),
  of(400, 'STEP_NOT_SPLICEABLE', 'The step has two or more ways out.', ['id']),
  of(400, 'TRANSITION_AUTOMATIC', 'The service keeps this transition itself.', ['id']),
  of(400, 'TRANSITION_INVALID', 'The two steps cannot be connected like this.', ['rule']),
  of(400, 'EVENT_RESERVED', 'Events of the service are not deleted by name.', ['eventName']),
  of(400, 'JOB_NOT_FINISHED', 'The result was asked for too early.', ['state']),
  of(400, 'EMAIL_BODY_EXPIRED', 'The content of the email is no longer kept.'),
  of(400, 'STORAGE_LIMIT_REACHED', 'A day of test mail has as many bytes as a project may have. With `Retry-After`.', [
    'limitBytes',
  ]),
  of(400, 'DOMAIN_LIMIT_REACHED', 'The project has as many domains as it may.', ['limit']),
  of(400, 'PROJECT_LIMIT_REACHED', 'The person owns as many projects as they may.', ['limit']),
  of(400, 'PROJECT_NOT_READY', 'Something is missing for going live: `domain`, `provider`, `email`.', ['missing']),
  of(400, 'NOT_PAUSED', 'There is no such pause to lift.'),
  of(400, 'INVALID_TOKEN', 'The token is wrong, used or expired.'),
  of(401, 'INVALID_API_KEY', 'The key is missing, unknown, rotated, of the wrong kind, or not accepted here.'),
  of(401, 'UNAUTHORIZED', 'There is no valid session.'),
  of(401, 'INVALID_CREDENTIALS', 'Wrong address or password.'),
  of(
    403,
    'FORBIDDEN',
    'The caller is known and not allowed.',
    ['reason'],
    ['ROLE_TOO_LOW', 'ORIGIN_REFUSED', 'NOT_ADMINISTRATOR', 'OTHER_ADDRESS', 'NOT_TRUSTED'],
  ),
  of(403, 'PROJECT_DISABLED', 'The project is disabled; the reason says why.', ['reason']),
  of(403, 'DOMAIN_NOT_VERIFIED', 'The sender domain is not verified for this project.', ['reason', 'domain']),
  of(403, 'INTERNAL_SERVER_ERROR', 'The same on `POST /campaigns`, where this code is specified.', [
    'reason',
    'domain',
  ]),
  of(403, 'DMARC_REQUIRED', 'The sender domain has no DMARC record, and this instance asks for one.', [
    'reason',
    'domain',
  ]),
  of(403, 'EMAIL_VERIFICATION_REQUIRED', 'The person has to verify their address first.'),
  of(
    403,
    'NEW_PASSWORD_REQUIRED',
    'The link belongs to an account that this browser is not signed in to, and no new password was sent.',
  ),
  of(403, 'FRESH_SIGN_IN_REQUIRED', 'An account without a password asks for a sign-in of the last ten minutes.', [
    'providers',
  ]),
  of(403, 'SIGNUPS_DISABLED', 'This instance takes no new accounts.'),
  of(403, 'SENDING_PAUSED', 'All mail of the project, or its marketing mail, is paused.', ['scope']),
  of(403, 'RESUME_TOO_SOON', 'A pause was lifted not long ago.', ['allowedAt']),
  of(404, 'CONTACT_NOT_FOUND', 'Unknown, malformed or foreign id.', missing),
  of(404, 'TEMPLATE_NOT_FOUND', 'Unknown, malformed or foreign id.', missing),
  of(404, 'SEGMENT_NOT_FOUND', 'Unknown, malformed or foreign id.', missing),
  of(404, 'CAMPAIGN_NOT_FOUND', 'Unknown, malformed or foreign id.', missing),
  of(404, 'WORKFLOW_NOT_FOUND', 'Unknown, malformed or foreign id.', missing),
  of(404, 'RESOURCE_NOT_FOUND', 'The same for everything else, routes included.', missing),
  of(404, 'NO_MATCHING_EMAIL', 'No test mail like this arrived in time.'),
  of(405, 'METHOD_NOT_ALLOWED', 'The path has other methods.', ['allowed']),
  of(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.'),
  of(409, 'IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key is in use or was used.', [
    'key',
    'originalRequest',
    'originalRequestAt',
    'originalStatusCode',
    'originalResponse',
  ]),
  of(409, 'SEGMENT_IN_USE', 'Campaigns use the segment.', ['campaigns']),
  of(409, 'TEMPLATE_IN_USE', 'Steps of workflows send the template.', ['workflowSteps']),
  of(409, 'DOMAIN_IN_USE', 'The domain is the sender of something.', ['templates', 'campaigns', 'workflowSteps']),
  of(409, 'CAMPAIGN_ACTIVE', 'The campaign is being sent.', ['id', 'status']),
  of(409, 'DOMAIN_EXISTS', 'The project has this domain already.', ['id']),
  of(409, 'EMAIL_TAKEN', 'The address has an account already.'),
  of(409, 'ALREADY_MEMBER', 'The person belongs to the project already.'),
  of(409, 'LAST_OWNER', 'Every project keeps an owner.', ['projects']),
  of(409, 'CONFLICT', 'Another record collides. `PATCH /contacts/:id` says so without an envelope.'),
  of(413, 'PAYLOAD_TOO_LARGE', 'The raw body is over the limit.', ['limitBytes']),
  of(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body has another type.', ['allowed']),
  of(422, 'VALIDATION_ERROR', 'The body was read and breaks rules; `errors` lists them.', ['templateErrors']),
  of(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests. `scope` is `project`, `user`, `address` or `campaign`.', [
    'retryAfter',
    'limit',
    'windowSeconds',
    'scope',
  ]),
  of(431, 'HEADER_TOO_LARGE', 'The header is larger than 16 KB.'),
  of(500, 'INTERNAL_SERVER_ERROR', 'A fault of ours, logged with the request id.'),
  of(500, 'EXTERNAL_SERVICE_ERROR', 'The mail provider refused, or did not answer. Nothing was kept.'),
  of(503, 'SERVICE_UNAVAILABLE', 'Starting, stopping, or the database is away or full. With `Retry-After`.'),
  of(503, 'OVERLOADED', 'Too much at once. With `Retry-After`.'),
];
