import { type CallTargetServer, type SeenRequest, startCallTarget } from '../../../server/testing/call-target.ts';

/** What the target does to the calls of one step: it fails some attempts, then replies. The id alone decides. */
export interface TargetPlan {
  readonly failures: number;
  readonly statusCode: number;
}

export const replyBody = '{"id":7}';

const plans: readonly TargetPlan[] = [
  { failures: 0, statusCode: 200 },
  { failures: 0, statusCode: 200 },
  { failures: 1, statusCode: 200 },
  { failures: 2, statusCode: 201 },
  { failures: 0, statusCode: 404 },
];

export function planOf(webhookId: string): TargetPlan {
  const number = Number.parseInt(webhookId.slice(-6), 16);
  return plans[number % plans.length] ?? { failures: 0, statusCode: 200 };
}

/** A target that fails as its plans say, with 503 or by closing the connection; only addresses below `/hook/` have plans. */
export function startWebhookTarget(onCall: (request: SeenRequest) => void): Promise<CallTargetServer> {
  return startCallTarget({
    reply(request, response) {
      onCall(request);
      const { headers } = request;
      const id = String(headers['webhook-id'] ?? '');
      const { failures, statusCode } = request.path.startsWith('/hook/')
        ? planOf(id)
        : { failures: 0, statusCode: 200 };
      if (Number(headers['webhook-attempt']) > failures) response.writeHead(statusCode).end(replyBody);
      else if (id.endsWith('0') || id.endsWith('1')) response.destroy();
      else response.writeHead(503).end('busy');
    },
  });
}

/** Requests by the id of their step. */
export const requestsById = (requests: readonly SeenRequest[]): Map<string, SeenRequest[]> =>
  Map.groupBy(requests, ({ headers }) => String(headers['webhook-id'] ?? ''));
