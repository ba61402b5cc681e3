import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { isPro, nestedCondition } from '../segments/new-segment.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';

type Save = (owner: Owner, body: object) => Promise<Reply>;

const webhook = { type: 'WEBHOOK', config: { url: 'https://acme.example/hook' } };

const wrong: [type: string, config: unknown, field: string, code: string][] = [
  ['EXIT', 'x', 'config', 'invalid_type'],
  ['EXIT', { reason: 7 }, 'config.reason', 'invalid_type'],
  ['EXIT', { reason: 'x'.repeat(201) }, 'config.reason', 'too_big'],
  ['EXIT', { reason: 'x'.repeat(70_000) }, 'config', 'too_big'],
  ['DELAY', { amount: 0, unit: 'days' }, 'config.amount', 'too_small'],
  ['DELAY', { amount: 366, unit: 'days' }, 'config.amount', 'too_big'],
  ['DELAY', { amount: '2', unit: 'days' }, 'config.amount', 'invalid_type'],
  ['DELAY', { amount: 2, unit: 'weeks' }, 'config.unit', 'invalid_enum_value'],
  ['WAIT_FOR_EVENT', { eventName: 'x'.repeat(256) }, 'config.eventName', 'too_big'],
  ['WAIT_FOR_EVENT', { eventName: 'x', timeout: 0 }, 'config.timeout', 'too_small'],
  ['WAIT_FOR_EVENT', { eventName: 'x', timeout: 31_536_001 }, 'config.timeout', 'too_big'],
  ['CONDITION', { field: 'data.plan', operator: 'is' }, 'config.operator', 'invalid_enum_value'],
  ['CONDITION', { logic: 'XOR', groups: isPro.groups }, 'config.logic', 'invalid_enum_value'],
  ['SEND_EMAIL', { recipient: { type: 'OTHER' } }, 'config.recipient.type', 'invalid_enum_value'],
  ['SEND_EMAIL', { recipient: { type: 'CUSTOM', customEmail: 'x' } }, 'config.recipient.customEmail', 'invalid_string'],
  ['WEBHOOK', { url: 'ftp://acme.example' }, 'config.url', 'invalid_string'],
  ['WEBHOOK', { url: 'http://acme.example' }, 'config.url', 'custom'],
  ['WEBHOOK', { url: 'https://{{data.host}}/x' }, 'config.url', 'custom'],
  ['WEBHOOK', { ...webhook.config, method: 'TRACE' }, 'config.method', 'invalid_enum_value'],
  ['WEBHOOK', { ...webhook.config, headers: { Host: 'x' } }, 'config.headers.Host', 'custom'],
  ['WEBHOOK', { ...webhook.config, headers: { 'webhook-id': 'x' } }, 'config.headers.webhook-id', 'custom'],
  ['WEBHOOK', { ...webhook.config, onFailure: 'ignore' }, 'config.onFailure', 'invalid_enum_value'],
  ['UPDATE_CONTACT', { subscriptionAction: 'maybe' }, 'config.subscriptionAction', 'invalid_enum_value'],
];

/** The configs of all types of steps (08, section 2), for whatever saves one. */
export const configCases = (save: Save, status: number): readonly Case[] => [
  it('refuses values of the wrong type or range at their path, and takes drafts', async (world) => {
    const owner = await world.own();
    for (const [type, config, field, code] of wrong) invalid(await save(owner, { type, config }), [field, code]);
    for (const type of ['SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT', 'EXIT']) {
      answered(await save(owner, { type, config: {} }), status, { type, config: {} });
    }
  }),
  it('keeps what it understands, the three forms of a condition among it', async (world) => {
    const owner = await world.own();
    const single = { field: 'data.plan', operator: 'equals', value: 'pro' };
    const branches = [
      { id: 'a', name: 'A', operator: 'equals', value: 'pro' },
      { id: 'b', operator: 'exists' },
    ];
    for (const config of [
      single,
      isPro,
      { condition: isPro },
      { condition: nestedCondition(10) },
      { mode: 'multi', field: 'event.amount', branches },
    ]) {
      answered(await save(owner, { type: 'CONDITION', config }), status, { config });
    }
    const headers = { authorization: 'Bearer {{data.token}}' };
    const config = {
      url: 'https://acme.example/{{id}}?a={{data.a}}',
      method: 'PUT',
      headers,
      body: { a: ['{{email}}'] },
    };
    answered(await save(owner, { type: 'WEBHOOK', config }), status, { config });
  }),
  it('refuses texts that do not parse, wherever they stand', async (world) => {
    const owner = await world.own();
    const broken = '{{ a ';
    for (const [type, config, field] of [
      ['WEBHOOK', { url: `https://acme.example/${broken}` }, 'config.url'],
      ['WEBHOOK', { ...webhook.config, headers: { 'x-a': broken } }, 'config.headers.x-a'],
      ['WEBHOOK', { ...webhook.config, body: [{ a: broken }] }, 'config.body.0.a'],
      ['UPDATE_CONTACT', { updates: { plan: broken } }, 'config.updates.plan'],
      ['SEND_EMAIL', { recipient: { type: 'CUSTOM', customEmail: broken } }, 'config.recipient.customEmail'],
    ] as const) {
      invalid(await save(owner, { type, config }), [field, 'template_syntax']);
    }
  }),
  it('lists at most fifty problems', async (world) => {
    const owner = await world.own();
    const config = { ...webhook.config, body: Array.from({ length: 2_000 }, () => '{{ a ') };
    const reply = await save(owner, { type: 'WEBHOOK', config });
    refused(reply, 422, 'VALIDATION_ERROR');
    assert.equal(reply.body.error.errors.length, 50);
    assert.equal(reply.body.error.details.templateErrors.length, 50);
  }),
  it('needs a template of the project, and a sender that is verified', async (world) => {
    const owner = await world.own();
    const template = await newTemplate(owner);
    refused(await save(owner, { type: 'SEND_EMAIL', templateId: randomUUID() }), 404, 'TEMPLATE_NOT_FOUND');
    const from = { type: 'SEND_EMAIL', templateId: template.id, config: { from: 'a@acme.example' } };
    refused(await save(owner, from), 403, 'DOMAIN_NOT_VERIFIED');
    const sandbox = { ...from, config: { from: 'A@postrider.test', fromName: 'Acme' } };
    answered(await save(owner, sandbox), status, {
      templateId: template.id,
      template: { id: template.id, name: template.name },
      config: { templateId: template.id, from: 'a@postrider.test', fromName: 'Acme' },
    });
  }),
];
