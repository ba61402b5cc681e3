import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type HttpCall, postStatus } from '../http-post.ts';
import { projectLoad } from '../project-load.ts';
import { bytesOf, readResources, recordTables, textTables, usedEach } from '../resources.ts';
import { body, sendItem, subject } from '../send/send-load.ts';
import type { Side } from './side.ts';

export interface ThroughMeasurement {
  readonly accepted: number;
  readonly out: number;
  /** Processor time for each mail. */
  readonly cpuMs: number;
  readonly serverCpuMs: number;
  readonly walBytes: number;
  readonly recordBytes: number;
  readonly textBytes: number;
  /** Calls that an overloaded server refused (503); they were repeated. */
  readonly refused: number;
}

const callers = 20;

/** So many mails by twenty callers; the time ends when the last one has reached the relay. `before`: mails of earlier rounds. */
export async function measureRound(side: Side, mails: number, before: number): Promise<ThroughMeasurement> {
  const read = () => readResources(side.client, { pid: side.pid, tables: [...recordTables, ...textTables] });
  const readBefore = await read();
  const began = performance.now();
  const refused = await sendMails(side, mails);
  const acceptedAt = performance.now();
  await side.untilSent(before + mails);
  const sentAt = performance.now();
  const used = usedEach(readBefore, await read(), mails);
  return {
    accepted: (mails * 1_000) / (acceptedAt - began),
    out: (mails * 1_000) / (sentAt - began),
    cpuMs: used.processMs,
    serverCpuMs: used.serverMs,
    walBytes: used.walBytes,
    recordBytes: bytesOf(used, recordTables),
    textBytes: bytesOf(used, textTables),
    refused,
  };
}

async function sendMails({ url, projects }: Side, mails: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const load = projectLoad(projects, 0, sendItem);
  let left = mails;
  let refused = 0;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { project, ...mail } = load.next();
      const call = { path: '/v1/send', key: project.secretKey, body: { ...mail, subject, body } };
      refused += await postUntilAccepted(url, agent, call);
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  agent.destroy();
  return refused;
}

/** Returns how often the call was refused before. A server that has just started may refuse some of twenty callers. */
async function postUntilAccepted(url: string, agent: Agent, call: HttpCall): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const status = await postStatus(url, agent, call);
    if (status >= 200 && status <= 299) return refused;
    if (status !== 503 || refused === 100) throw new Error(`POST ${call.path} returned ${status}`);
    await wait(100);
  }
}
