/** Fixed headers of every reply (D-110, D-111 and `docs/decisions/0006-http.md`). */
export const fixedHeaders = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-request-id': requestId,
});

/** The body of a refusal, as the specification defines it. */
export function errorBody(statusCode: number, requestId: string, error: { code: string; message: string }): object {
  const { code, message, ...extra } = error;
  return {
    success: false,
    error: { code, message, statusCode, requestId, ...extra },
    timestamp: new Date().toISOString(),
  };
}
