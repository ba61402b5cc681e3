import { type Agent, request } from 'node:http';

export interface HttpCall {
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
}

/** One call; anything but a 2xx is an error. */
export async function post(url: string, agent: Agent, call: HttpCall): Promise<void> {
  const status = await postStatus(url, agent, call);
  if (status < 200 || status > 299) throw new Error(`POST ${call.path} returned ${status}`);
}

export function postStatus(url: string, agent: Agent, { path, key, body }: HttpCall): Promise<number> {
  const content = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    };
    const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(content);
  });
}
