/** D-110: only `POST /v1/track` and `GET /config` may be called from any page. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
} as const;
