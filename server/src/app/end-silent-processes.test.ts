import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { makeLogger } from '#platform/log';
import { until } from '#testing/until';
import { endSilentProcesses } from './end-silent-processes.ts';
import type { ParentState } from './process-places.ts';

const program = `
  let asked = 0;
  const server = require('node:http').createServer((request, reply) => reply.end(String(request.url === '/asked' ? asked : ++asked)));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** A process with an operator port, as far as its parent asks it. */
async function givenProcess(name: string) {
  const process = spawn(globalThis.process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void process.kill('SIGKILL'));
  const [port] = await once(createInterface(process.stdout), 'line');
  return { name, child: { process: process as ChildProcess }, running: { metricsUrl: `http://127.0.0.1:${port}` } };
}

const asked = async ({ running }: { running: { metricsUrl: string } }): Promise<number> =>
  Number(await (await fetch(`${running.metricsUrl}/asked`)).text());

test('a process that hangs is killed, and one that answers is not', async () => {
  const places = [await givenProcess('hangs'), await givenProcess('answers')] as const;
  const [hanging, answering] = places;
  const state: ParentState = { phase: 'running' };
  const watching = endSilentProcesses(
    { log: makeLogger({ level: 'silent' }), state, places },
    { everyMs: 1_000, maxSilences: 4 },
  );
  const isWatched = await until(async () => (await asked(hanging)) >= 2);

  const ended = once(hanging.child.process, 'exit');
  hanging.child.process.kill('SIGSTOP');
  const [code, signal] = await ended;
  const before = await asked(answering);
  const isAskedOn = await until(async () => (await asked(answering)) > before);
  state.phase = 'stopping';
  await watching;

  expect([isWatched, isAskedOn, code, signal]).toEqual([true, true, null, 'SIGKILL']);
  expect(answering.child.process.signalCode).toBe(null);
});

test('nothing is killed while all of them stop', async () => {
  const place = await givenProcess('stops');
  const state: ParentState = { phase: 'running' };
  place.child.process.kill('SIGSTOP');
  const watching = endSilentProcesses(
    { log: makeLogger({ level: 'silent' }), state, places: [place] },
    { everyMs: 300, maxSilences: 1 },
  );

  state.phase = 'stopping';
  await watching;

  expect(place.child.process.signalCode).toBe(null);
});
