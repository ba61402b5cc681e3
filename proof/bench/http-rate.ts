import { Agent, request } from 'node:http';

export interface HttpLoad {
  readonly milliseconds: number;
  readonly concurrency: number;
  next(): { path: string; key: string; body: unknown };
}

/** Posts over kept-alive connections, as fast as replies come. Returns replies a second; anything but a 2xx ends the run. */
export async function httpRate(url: string, load: HttpLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.concurrency });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      const { path, key, body } = load.next();
      const status = await post(url + path, agent, key, JSON.stringify(body));
      if (status < 200 || status > 299) throw new Error(`POST ${path} returned ${status}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, loop));
  agent.destroy();
  return done / (load.milliseconds / 1_000);
}

function post(url: string, agent: Agent, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
