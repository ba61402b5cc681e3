import { describe, expect, test } from 'vitest';
import { type ConfigInput, conditionsOf, readStepConfig } from '../index.ts';

const template = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const segment = `segment.${template}`;

function read(type: ConfigInput['type'], config: unknown) {
  return readStepConfig(
    { type, config, templateId: type === 'SEND_EMAIL' ? template : undefined },
    { allowsHttp: false },
  );
}
function problems(type: ConfigInput['type'], config: unknown): string[] {
  const reading = read(type, config);
  return reading.ok ? [] : reading.problems.map(({ path, code }) => `${path.join('.')} ${code}`);
}
function missing(type: ConfigInput['type'], config: unknown): string[] {
  const reading = read(type, config);
  return reading.ok ? reading.missing.map((path) => path.join('.')) : ['refused'];
}

const multi = (...branches: unknown[]) => ({ mode: 'multi', field: 'data.plan', branches });
const pro = { id: 'pro', operator: 'equals', value: 'pro' };

const accepted: [type: ConfigInput['type'], name: string, config: unknown, read: unknown][] = [
  [
    'SEND_EMAIL',
    'nothing but the template',
    {},
    { templateId: template, customEmail: null, from: null, replyTo: null },
  ],
  ['SEND_EMAIL', 'a recipient without type', { recipient: {} }, { customEmail: null }],
  [
    'SEND_EMAIL',
    'a custom recipient with template language',
    { recipient: { type: 'CUSTOM', customEmail: '{{ boss }}' } },
    { customEmail: '{{ boss }}' },
  ],
  ['SEND_EMAIL', 'a sender', { from: 'Hi@Example.com', fromName: 'Hi' }, { from: 'hi@example.com', fromName: 'Hi' }],
  ['DELAY', 'a second', { amount: 1 / 60, unit: 'minutes' }, { milliseconds: 1_000 }],
  ['DELAY', 'a day and a half', { amount: 1.5, unit: 'days' }, { milliseconds: 129_600_000 }],
  ['DELAY', '365 days', { amount: 365, unit: 'days' }, { milliseconds: 31_536_000_000 }],
  ['WAIT_FOR_EVENT', 'no time-out', { eventName: ' paid ' }, { eventName: 'paid', milliseconds: 31_536_000_000 }],
  ['WAIT_FOR_EVENT', 'a second', { eventName: 'paid', timeout: 1 }, { milliseconds: 1_000 }],
  [
    'CONDITION',
    'a tree',
    { logic: 'AND', groups: [{ filters: [pro].map((f) => ({ ...f, field: 'a' })) }] },
    { form: 'tree' },
  ],
  [
    'CONDITION',
    'a wrapped tree',
    { condition: { logic: 'AND', groups: [{ filters: [{ field: segment, operator: 'memberOfSegment' }] }] } },
    { form: 'tree', isWrapped: true },
  ],
  [
    'CONDITION',
    'a value of the context',
    { field: 'event.amount', operator: 'greaterThan', value: 5 },
    { form: 'single' },
  ],
  ['CONDITION', 'branches', multi(pro, { ...pro, id: 'x', name: 'X' }), { form: 'multi', field: 'data.plan' }],
  [
    'WEBHOOK',
    'an address',
    { url: 'https://a.example' },
    { method: 'POST', headers: {}, body: null, onFailure: 'fail' },
  ],
  [
    'WEBHOOK',
    'everything',
    {
      url: 'https://a.example:8443/{{ id }}',
      method: 'PUT',
      headers: { 'X-A': '{{ a }}' },
      body: [1],
      saveAs: 'crm',
      onFailure: 'continue',
    },
    { method: 'PUT', headers: { 'X-A': '{{ a }}' }, body: [1], saveAs: 'crm', onFailure: 'continue' },
  ],
  ['WEBHOOK', 'false as a body', { url: 'https://a.example', body: false }, { body: false }],
  [
    'UPDATE_CONTACT',
    'both patches: updates wins, also after trimming',
    { data: { ' plan': 'a', city: 'Bonn' }, updates: { plan: null } },
    { data: { plan: null, city: 'Bonn' }, subscriptionAction: 'none' },
  ],
  [
    'UPDATE_CONTACT',
    'a subscription alone',
    { subscriptionAction: 'subscribe' },
    { data: {}, subscriptionAction: 'subscribe' },
  ],
  ['EXIT', 'no reason', {}, { reason: 'exit_step' }],
  ['EXIT', 'a reason of 200 characters', { reason: '😀'.repeat(200) }, { reason: '😀'.repeat(200) }],
];

const refused: [type: ConfigInput['type'], name: string, config: unknown, problems: string[]][] = [
  ['EXIT', 'a list', [], [' invalid_type']],
  ['EXIT', 'more than 64 KB', { reason: 'x'.repeat(65_536) }, [' too_big']],
  ['WEBHOOK', 'U+0000 anywhere', { url: 'https://a.example', body: { a: ['\0'] } }, ['body.a.0 invalid_string']],
  ['WEBHOOK', 'more than 40 levels', { body: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }, [' too_big']],
  ['SEND_EMAIL', 'a template that is no id', { templateId: 'x' }, ['templateId invalid_string']],
  ['SEND_EMAIL', 'a template that is no text', { templateId: 5 }, ['templateId invalid_type']],
  ['SEND_EMAIL', 'a recipient that is no object', { recipient: 'a@b.example' }, ['recipient invalid_type']],
  ['SEND_EMAIL', 'an unknown type', { recipient: { type: 'ALL' } }, ['recipient.type invalid_enum_value']],
  [
    'SEND_EMAIL',
    'a recipient that is no address',
    { recipient: { type: 'CUSTOM', customEmail: 'boss' } },
    ['recipient.customEmail invalid_string'],
  ],
  [
    'SEND_EMAIL',
    'senders that are no addresses',
    { from: 'x', fromName: 'a\nb', replyTo: 5 },
    ['from invalid_string', 'replyTo invalid_type', 'fromName invalid_string'],
  ],
  ['SEND_EMAIL', 'a long name', { fromName: 'x'.repeat(256) }, ['fromName too_big']],
  ['DELAY', 'text as amount', { amount: '2', unit: 'days' }, ['amount invalid_type']],
  ['DELAY', 'nothing', { amount: 0 }, ['amount too_small']],
  ['DELAY', 'less than a second', { amount: 0.01, unit: 'minutes' }, ['amount too_small']],
  ['DELAY', 'more than 365 days', { amount: 365.1, unit: 'days' }, ['amount too_big']],
  ['DELAY', 'weeks', { amount: 1, unit: 'weeks' }, ['unit invalid_enum_value']],
  ['WAIT_FOR_EVENT', 'a number as name', { eventName: 5 }, ['eventName invalid_type']],
  ['WAIT_FOR_EVENT', 'an empty name', { eventName: ' ' }, ['eventName too_small']],
  ['WAIT_FOR_EVENT', '256 characters', { eventName: 'x'.repeat(256) }, ['eventName too_big']],
  ['WAIT_FOR_EVENT', 'half a second', { eventName: 'a', timeout: 0.5 }, ['timeout invalid_type']],
  ['WAIT_FOR_EVENT', 'no time', { eventName: 'a', timeout: 0 }, ['timeout too_small']],
  ['WAIT_FOR_EVENT', 'more than a year', { eventName: 'a', timeout: 31_536_001 }, ['timeout too_big']],
  ['CONDITION', 'an unknown mode', { mode: 'any' }, ['mode invalid_enum_value']],
  ['CONDITION', 'a condition that is none', { condition: 5 }, ['condition invalid_type']],
  ['CONDITION', 'a tree without groups', { logic: 'AND', groups: [] }, ['groups too_small']],
  [
    'CONDITION',
    'an operator inside a wrapped tree',
    { condition: { logic: 'AND', groups: [{ filters: [{ field: 'a', operator: 'like' }] }] } },
    ['condition.groups.0.filters.0.operator invalid_enum_value'],
  ],
  ['CONDITION', 'a single filter', { field: 'subscribed', operator: 'contains', value: 'x' }, ['operator custom']],
  ['CONDITION', 'branches that are no list', { mode: 'multi', field: 'a', branches: {} }, ['branches invalid_type']],
  ['CONDITION', 'no branches', multi(), ['branches too_small']],
  ['CONDITION', '21 branches', multi(...Array.from({ length: 21 }, () => pro)), ['branches too_big']],
  ['CONDITION', 'a branch that is no object', multi('x'), ['branches.0 invalid_type']],
  ['CONDITION', 'an id twice', multi(pro, pro), ['branches.1.id custom']],
  ['CONDITION', 'the id default', multi({ ...pro, id: 'default' }), ['branches.0.id custom']],
  ['CONDITION', 'an empty id', multi({ ...pro, id: '' }), ['branches.0.id too_small']],
  ['CONDITION', 'an id of 51 characters', multi({ ...pro, id: 'x'.repeat(51) }), ['branches.0.id too_big']],
  ['CONDITION', 'a value of a branch', multi(pro, { ...pro, id: 'b', value: {} }), ['branches.1.value invalid_type']],
  ['CONDITION', 'a wrong field once', { ...multi(pro, { ...pro, id: 'b' }), field: 'data.' }, ['field custom']],
  ['WEBHOOK', 'an unknown method', { method: 'TRACE' }, ['method invalid_enum_value']],
  ['WEBHOOK', 'headers that are no object', { headers: [] }, ['headers invalid_type']],
  ['WEBHOOK', 'a number as header', { headers: { a: 5 } }, ['headers.a invalid_type']],
  [
    'WEBHOOK',
    '31 headers',
    { headers: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`x-${index}`, 'a'])) },
    ['headers too_big'],
  ],
  ['WEBHOOK', 'a header of the transfer', { headers: { HOST: 'a' } }, ['headers.HOST custom']],
  ['WEBHOOK', 'a header of the signature', { headers: { 'Webhook-Id': 'a' } }, ['headers.Webhook-Id custom']],
  ['WEBHOOK', 'a header that is none', { headers: { 'a b': 'a' } }, ['headers.a b invalid_string']],
  ['WEBHOOK', 'a header twice', { headers: { a: '1', A: '2' } }, ['headers.A custom']],
  ['WEBHOOK', 'an empty key', { saveAs: '' }, ['saveAs too_small']],
  ['WEBHOOK', 'a key of 51 characters', { saveAs: 'x'.repeat(51) }, ['saveAs too_big']],
  ['WEBHOOK', 'a key of the language', { saveAs: '__proto__' }, ['saveAs invalid_string']],
  ['WEBHOOK', 'an unknown ending', { onFailure: 'retry' }, ['onFailure invalid_enum_value']],
  [
    'UPDATE_CONTACT',
    'a patch that is no object',
    { updates: 'x', data: [] },
    ['data invalid_type', 'updates invalid_type'],
  ],
  ['UPDATE_CONTACT', 'a bad key', { updates: { 'a\n b': 1 } }, ['updates.a\n b invalid_string']],
  ['UPDATE_CONTACT', 'an unknown action', { subscriptionAction: 'drop' }, ['subscriptionAction invalid_enum_value']],
  ['EXIT', 'a long reason', { reason: 'x'.repeat(201) }, ['reason too_big']],
];

const incomplete: [type: ConfigInput['type'], config: unknown, missing: string[]][] = [
  ['SEND_EMAIL', { recipient: { type: 'CUSTOM' } }, ['recipient.customEmail']],
  ['DELAY', {}, ['amount', 'unit']],
  ['DELAY', { amount: null, unit: 'days' }, ['amount']],
  ['WAIT_FOR_EVENT', {}, ['eventName']],
  ['CONDITION', {}, ['condition']],
  ['CONDITION', { logic: 'AND' }, ['groups']],
  [
    'CONDITION',
    { condition: { groups: [{ filters: [{ field: 'a' }] }] } },
    ['condition.logic', 'condition.groups.0.filters.0.operator'],
  ],
  ['CONDITION', { field: 'a' }, ['operator']],
  ['CONDITION', { field: 'a', operator: 'equals' }, ['value']],
  ['CONDITION', { mode: 'multi' }, ['field', 'branches']],
  ['CONDITION', multi({}), ['branches.0.id', 'branches.0.operator']],
  ['CONDITION', multi({ id: 'a', operator: 'equals' }), ['branches.0.value']],
  ['WEBHOOK', {}, ['url']],
  ['UPDATE_CONTACT', {}, ['updates']],
  ['EXIT', null, []],
];

describe('the config of a step', () => {
  test.each(accepted)('%s accepts %s', (type, _name, config, expected) => {
    const reading = read(type, config);

    expect(reading).toMatchObject({ ok: true, missing: [], config: { type, ...Object(expected) } });
  });

  test.each(refused)('%s refuses %s', (type, _name, config, expected) => {
    expect(problems(type, config)).toEqual(expected);
  });

  test.each(incomplete)('%s is incomplete as %j', (type, config, expected) => {
    const reading = read(type, config);

    expect(missing(type, config)).toEqual(expected);
    expect(reading.ok && reading.config === null).toBe(expected.length > 0);
  });

  test('the template of the step wins over its copy, and both are stored equal', () => {
    const copy = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e78';
    const templateOf = (templateId: string | null | undefined, config: object) => {
      const reading = readStepConfig({ type: 'SEND_EMAIL', config, templateId }, { allowsHttp: false });
      return reading.ok && [reading.stored.templateId, reading.stored.config.templateId ?? null];
    };

    expect(templateOf(template, { templateId: copy })).toEqual([template, template]);
    expect(templateOf(undefined, { templateId: copy.toUpperCase() })).toEqual([copy, copy]);
    expect(templateOf(null, { templateId: copy })).toEqual([null, null]);
    expect(templateOf(template, {})).toEqual([template, template]);
  });

  test('unknown keys and nulls are dropped, and what was stored reads as itself', () => {
    for (const [type, , config] of accepted) {
      const first = read(type, { ...Object(config), unknown: 1, nothing: null });
      const again = first.ok && read(type, first.stored.config);

      expect(again).toEqual(first);
      expect(first.ok && Object.keys(first.stored.config)).not.toContain('unknown');
    }
  });

  test('of two keys of a patch that are equal once trimmed there is one, that of updates', () => {
    const reading = read('UPDATE_CONTACT', { data: { ' plan': 'a' }, updates: { plan: 'b' } });

    expect(reading.ok && reading.config).toEqual({
      ...{ type: 'UPDATE_CONTACT', data: { plan: 'b' }, subscriptionAction: 'none' },
    });
  });

  test('a draft keeps what it has', () => {
    const draft = { condition: { groups: [{ filters: [{ field: 'a' }] }] } };

    expect(read('CONDITION', draft)).toMatchObject({ ok: true, stored: { config: draft } });
    expect(read('CONDITION', multi({ id: 'a' }))).toMatchObject({ ok: true, stored: { config: multi({ id: 'a' }) } });
  });

  test('each tree of a CONDITION knows its place in the config', () => {
    const place = (config: unknown): unknown => {
      const reading = read('CONDITION', config);
      if (!reading.ok || reading.config?.type !== 'CONDITION') return null;
      return conditionsOf(reading.config).map(({ placeOf }) => [
        placeOf(['groups', 0, 'filters', 0, 'value']).join('.'),
        placeOf(['groups', 0, 'filters', 0, 'field']).join('.'),
      ]);
    };
    const tree = { logic: 'AND', groups: [{ filters: [{ field: 'a', operator: 'exists' }] }] };

    expect(place(tree)).toEqual([['groups.0.filters.0.value', 'groups.0.filters.0.field']]);
    expect(place({ condition: tree })).toEqual([
      ['condition.groups.0.filters.0.value', 'condition.groups.0.filters.0.field'],
    ]);
    expect(place({ field: 'a', operator: 'exists' })).toEqual([['value', 'field']]);
    expect(place(multi(pro, { ...pro, id: 'b' }))).toEqual([
      ['branches.0.value', 'field'],
      ['branches.1.value', 'field'],
    ]);
  });

  test('the config of TRIGGER is kept as it is', () => {
    expect(read('TRIGGER', { eventName: 'a' })).toMatchObject({
      ok: true,
      stored: { config: { eventName: 'a' } },
      config: null,
    });
  });
});
