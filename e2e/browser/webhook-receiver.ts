import { type SeenRequest, startCallTarget } from '@postrider/server/testing/call-target';

/** A server of a customer, which the instance may call although it is on this machine. */
export interface WebhookReceiver {
  urlOf(path: string): string;
  requestsTo(path: string): readonly SeenRequest[];
  /** How it answers calls to a path from now on; 200 and `{}` before. */
  answer(path: string, status: number, text: string): void;
  /** What the instance needs to call it. */
  readonly settings: Record<string, string>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const answers = new Map<string, { status: number; text: string }>();
  const target = await startCallTarget({
    reply({ path }, response) {
      const { status, text } = answers.get(path) ?? { status: 200, text: '{}' };
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    },
  });
  return {
    urlOf: (path) => `http://127.0.0.1:${target.port}${path}`,
    requestsTo: (wanted) => target.requests.filter(({ path }) => path === wanted),
    answer: (path, status, text) => void answers.set(path, { status, text }),
    settings: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: `127.0.0.1:${target.port}` },
    close: () => target.close(),
  };
}
