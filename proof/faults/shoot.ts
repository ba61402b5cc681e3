import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { noteReply, plantRequest } from '../../server/testing/log-search.ts';

export interface Shot {
  url: string;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: fault runs look at replies of every shape
  body: any;
}

/** An answer, or null when the connection broke before one came. */
export async function shoot({ url, method = 'POST', headers, body }: Shot, agent?: Agent): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const outgoing = request(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(agent ? { agent } : {}),
  });
  outgoing.on('error', () => resolve(null));
  // Why: a connection that the other side never accepted would wait for a quarter of an hour.
  outgoing.setTimeout(30_000, () => outgoing.destroy());
  plantRequest(headers, bodyOf(body));
  outgoing.on('response', (response) => {
    noteReply(`${method} ${new URL(url).pathname}`, response.statusCode ?? 0, response.headers);
    text(response).then(
      (told) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: told ? JSON.parse(told) : null }),
      () => resolve(null),
    );
  });
  outgoing.end(body);
  return promise;
}

function bodyOf(body: string | undefined): unknown {
  try {
    return body === undefined ? null : JSON.parse(body);
  } catch {
    return null; // a run may send what is no JSON
  }
}

/** Fires shots with so many under way at a time, and gives their answers in order. */
export async function fire(shots: readonly Shot[], atOnce: number): Promise<(Answer | null)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const answers: (Answer | null)[] = [];
  let next = 0;
  const hand = async (): Promise<void> => {
    for (let place = next++; place < shots.length; place = next++) {
      const shot = shots[place];
      answers[place] = shot ? await shoot(shot, agent) : null;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  agent.destroy();
  return answers;
}

/** How often each status came; `broken` for connections that gave none. */
export function tally(answers: readonly (Answer | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const word = answer ? String(answer.status) : 'broken';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
