import { expect, onTestFinished, test, vi } from 'vitest';
import { startScriptedSmtp } from '#testing/scripted-smtp';
import { testApp } from '#testing/test-app';

test('the installation is examined at most once in ten seconds, and a result is shown for a minute, however many ask (D-1044)', async () => {
  const relay = await startScriptedSmtp({});
  onTestFinished(() => relay.close());
  const app = await testApp({ MAIL_RELAYS: relay.url });
  const { client } = await app.given.user(); // the first one is the administrator

  const replies = await Promise.all([1, 2, 3].map(() => client.post('/doctor')));
  const shown = await client.get('/doctor');

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(relay.connections).toBe(1);
  expect(shown.body).toEqual(replies[0]?.body);

  const now = performance.now.bind(performance);
  let passed = 11_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => clock.mockRestore());
  expect((await client.get('/doctor')).body).toEqual(shown.body);
  await client.post('/doctor');
  expect(relay.connections).toBe(2);
  passed += 61_000;
  await client.get('/doctor');
  expect(relay.connections).toBe(3);
});
