import { afterAll, expect, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { makeRendering, renderingFor } from '#platform/rendering';
import type { JsonObject } from '#pure/custom-fields';
import type { UpdateContactConfig } from '#pure/workflow-graph';
import { renderPatch, updateOutput } from './rendered-patch.ts';

const rendering = makeRendering({ threads: 1, onStop: () => {}, onLost: () => {} });
afterAll(() => rendering.close());

const patchOf = (data: JsonObject, subscriptionAction: UpdateContactConfig['subscriptionAction'] = 'none') =>
  renderPatch(
    { rendering: renderingFor(rendering, 'p') },
    { type: 'UPDATE_CONTACT', data, subscriptionAction },
    { values: { plan: 'pro', empty: '', zero: '\0' }, language: 'en', now: new Date(0) },
  );

test('every text is rendered, at any depth; other values and keys stay', async () => {
  const data = {
    plan: '{{plan}}',
    nested: { list: ['{{plan}}', 1, null, { '{{plan}}': '{{ plan | upcase }}' }] },
    count: 42,
    gone: null,
    once: { value: '{{plan}}', persistent: false },
  };

  expect(await patchOf(data, 'unsubscribe')).toEqual({
    patch: {
      set: { plan: 'pro', nested: { list: ['pro', 1, null, { '{{plan}}': 'PRO' }] }, count: 42 },
      remove: ['gone'],
      once: { once: 'pro' },
    },
    subscribed: false,
  });
});

test('an empty text changes nothing, as in a request; the subscription is kept, set or ended', async () => {
  const empty = { set: {}, remove: [], once: {} };
  expect(await patchOf({ plan: '{{empty}}' })).toEqual({ patch: empty, subscribed: undefined });
  expect(await patchOf({}, 'subscribe')).toEqual({ patch: empty, subscribed: true });
});

test('what cannot be stored after rendering, or cannot be rendered, is an error of the step', async () => {
  expect(await patchOf({ a: '{{zero}}' })).toMatchObject({
    code: 'DATA_INVALID',
    message: expect.stringMatching(/^data\.a: /),
  });
  expect(await patchOf({ a: `{% for i in (1..7000) %}0123456789{% endfor %}` })).toMatchObject({
    code: 'DATA_INVALID',
  });
  expect(await patchOf({ a: '{% for i in (1..300000) %}{% endfor %}' })).toMatchObject({ code: 'RENDER_FAILED' });
});

test('the output names the keys that have changed, and a refused plan is an error', () => {
  const contact = {
    ...{ id: '1' as ContactId, email: 'ada@example.com', subscribed: false, data: {} },
    ...{ createdAt: new Date(0), updatedAt: new Date(0) },
  };
  const change = { presence: 1, oldValue: null, newValue: 'x', oldType: null, newType: 'string' } as const;

  expect(updateOutput({ kind: 'change', contact, before: contact, changes: [{ key: 'a', ...change }] })).toEqual({
    updated: ['a'],
    subscribed: false,
  });
  expect(updateOutput({ kind: 'keep', contact })).toEqual({ updated: [], subscribed: false });
  const problem = { path: [], code: 'too_big', message: 'Too large.' } as const;
  expect(updateOutput({ kind: 'refuse', problem: { ...problem, path: [] } })).toEqual({
    code: 'DATA_INVALID',
    message: 'Too large.',
  });
});
