import { bearer, clientOf } from '../../server/testing/client.ts';

/** Has one text rendered in a thread. Why: threads are started for the first such text, and what they hold is no growth. */
export async function startRendering(url: string, secretKey: string): Promise<void> {
  const text = '{{ "hello" | upcase }}';
  const reply = await clientOf(url, bearer(secretKey)).post('/templates/preview', { subject: text, body: text });
  if (reply.status !== 200) throw new Error(`no text was rendered: ${reply.status} ${reply.text}`);
}
