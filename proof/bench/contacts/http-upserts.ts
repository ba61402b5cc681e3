import { Agent, request } from 'node:http';
import type { UpsertLoad } from './upsert-load.ts';

/** `POST /contacts` over kept-alive connections, as fast as the answers come. */
export async function httpUpserts(url: string, load: UpsertLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.concurrency });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      const { project, email, data } = load.next();
      const status = await post(`${url}/contacts`, agent, project.secretKey, JSON.stringify({ email, data }));
      if (status !== 200 && status !== 201) throw new Error(`POST /contacts answered ${status}`);
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
