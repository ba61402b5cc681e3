import { Agent } from 'node:http';
import { type HttpCall, post } from './http-post.ts';

export interface HttpLoad {
  readonly milliseconds: number;
  readonly concurrency: number;
  next(): HttpCall;
}

/** Posts over kept-alive connections, as fast as replies come. Returns replies a second; anything but a 2xx ends the run. */
export async function httpRate(url: string, load: HttpLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.concurrency });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      await post(url, agent, load.next());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, loop));
  agent.destroy();
  return done / (load.milliseconds / 1_000);
}
