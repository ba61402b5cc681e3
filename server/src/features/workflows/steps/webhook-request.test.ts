import { afterAll, describe, expect, test } from 'vitest';
import { makeRendering, renderingFor } from '#platform/rendering';
import type { JsonValue } from '#pure/custom-fields';
import type { WebhookConfig } from '#pure/workflow-graph';
import { makeWebhookRequest } from './webhook-request.ts';

const rendering = makeRendering({ threads: 1, onStop: () => undefined, onLost: () => undefined });
afterAll(() => rendering.close());

const now = new Date('2026-11-14T10:00:00.000Z');
const subject = {
  contact: { id: 'c' as never, email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } },
  workflow: { id: 'w', name: 'Onboarding' },
  step: { id: 's', name: 'Tell CRM' },
  execution: { id: 'e', startedAt: now },
  context: { amount: 42 },
};
const made = (config: Partial<WebhookConfig>, values: Record<string, JsonValue> = {}) =>
  makeWebhookRequest(
    { rendering: renderingFor(rendering, 'project') },
    {
      ...{ type: 'WEBHOOK', url: 'https://acme.example/hook', method: 'POST', headers: {}, body: null },
      ...{ saveAs: null, onFailure: 'fail', ...config },
    },
    subject,
    { values, language: 'en', now },
  );
const bodyOf = (request: Awaited<ReturnType<typeof made>>): unknown =>
  'body' in request && request.body ? JSON.parse(request.body.toString()) : null;

describe('the request of a WEBHOOK step', () => {
  test('has the default payload (D-915)', async () => {
    expect(bodyOf(await made({}))).toEqual({
      type: 'workflow.webhook',
      timestamp: '2026-11-14T10:00:00.000Z',
      contact: { id: 'c', email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } },
      workflow: { id: 'w', name: 'Onboarding' },
      step: { id: 's', name: 'Tell CRM' },
      execution: { id: 'e', startedAt: '2026-11-14T10:00:00.000Z' },
      event: { amount: 42 },
    });
  });

  test('renders path, query, values of headers and every text of the body, and nothing else', async () => {
    const request = await made(
      {
        url: 'https://acme.example/{{ plan }}?q={{ plan }}',
        method: 'PUT',
        headers: { 'X-{{ plan }}': '{{ plan }}', 'content-type': 'text/plain' },
        body: { '{{ plan }}': ['{{ plan }}', 1, null, { deep: 'is {{ plan }}' }] },
      },
      { plan: 'pro' },
    );

    expect(request).toMatchObject({ url: 'https://acme.example/pro?q=pro', method: 'PUT' });
    expect(request).toHaveProperty('headers', {
      'User-Agent': expect.stringMatching(/^Postrider\//),
      'X-{{ plan }}': 'pro',
      'content-type': 'text/plain',
    });
    expect(bodyOf(request)).toEqual({ '{{ plan }}': ['pro', 1, null, { deep: 'is pro' }] });
  });

  test.each<JsonValue>([false, 0, '', [], 'text {{ plan }}'])('replaces the default payload by %j', async (body) => {
    expect(bodyOf(await made({ body }, { plan: 'pro' }))).toEqual(body === 'text {{ plan }}' ? 'text pro' : body);
  });

  test('GET sends no body, whatever the config has, and says no type of one', async () => {
    const request = await made({ method: 'GET', body: { a: '{{ broken' } });

    expect(request).toMatchObject({ method: 'GET', body: null });
    expect(request).toHaveProperty('headers', { 'User-Agent': expect.any(String) });
  });

  test('a given User-Agent is replaced, in any case of letters', async () => {
    const request = await made({ headers: { 'user-AGENT': 'mine' } });

    expect(Object.keys('headers' in request ? request.headers : {})).toEqual(['Content-Type', 'User-Agent']);
  });

  test.each([
    ['.evil.example/'],
    ['@evil.example/'],
    ['//evil.example/'],
    ['\\\\evil.example\\'],
    ['/../../@evil.example'],
    ['?@evil.example'],
    ['\r\nHost: evil.example'],
    [':8443/'],
  ])('contact data that is %j leads to no other host (T43)', async (plan) => {
    for (const url of [
      'https://acme.example/{{ plan }}',
      'https://acme.example?{{ plan }}',
      'https://acme.example#{{ plan }}',
    ]) {
      const request = await made({ url }, { plan });

      expect('url' in request && new URL(request.url).host).toBe('acme.example');
    }
  });

  test('contact data adds no header: control characters are removed after rendering (T43)', async () => {
    const plan = 'a\r\nX-Evil: 1\r\n\r\nbody\u0000\u0085\ud83d';
    const request = await made({ headers: { 'x-plan': '{{ plan }}' } }, { plan });

    expect(request).toMatchObject({ headers: { 'x-plan': 'aX-Evil: 1body\ufffd' } });
    expect(Object.keys('headers' in request ? request.headers : {})).toHaveLength(3);
  });

  test.each([
    ['an address of 2,048 characters', { url: 'https://acme.example/{{ x }}' }, 2_048 - 21, null],
    ['one more', { url: 'https://acme.example/{{ x }}' }, 2_048 - 20, 'The address is longer than 2048 characters.'],
    ['headers of more than 16 KB', { headers: { 'x-a': '{{ x }}' } }, 16_384, 'The headers are larger than 16 KB.'],
    ['a body of 256 KB', { body: '{{ x }}' }, 262_142, null],
    ['one byte more', { body: '{{ x }}' }, 262_143, 'The body is larger than 256 KB.'],
  ])('%s', async (_name, config, length, message) => {
    const request = await made(config, { x: 'x'.repeat(length) });

    expect('message' in request ? request.message : null).toBe(message);
  });

  test('a text that breaks a limit of rendering is no request', async () => {
    const loops = '{% for a in (1..10000) %}{% for b in (1..10000) %}{{ b }}{% endfor %}{% endfor %}';

    expect(await made({ body: loops })).toMatchObject({ code: 'RENDER_FAILED' });
  });
});
