import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, includes, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';

type Save = (owner: Owner, fields: Record<string, unknown>) => Promise<Reply>;

const wrong: [field: string, value: unknown, code: string][] = [
  ['name', '', 'too_small'],
  ['name', ' ', 'too_small'],
  ['name', 'x'.repeat(201), 'too_big'],
  ['subject', '', 'too_small'],
  ['subject', 'x'.repeat(999), 'too_big'],
  ['subject', 'a\nb', 'invalid_string'],
  ['subject', 'a\rb', 'invalid_string'],
  ['body', '', 'too_small'],
  ['body', 'x'.repeat(512 * 1024 + 1), 'too_big'],
  ['description', 'x'.repeat(1_001), 'too_big'],
  ['from', 'nobody', 'invalid_string'],
  ['fromName', 'x'.repeat(256), 'too_big'],
  ['fromName', 'a\u0007b', 'invalid_string'],
  ['replyTo', 'a@b.example, c@d.example', 'invalid_string'],
  ['type', 'OTHER', 'invalid_enum_value'],
];

/** What holds for every way a text is saved (D-501, D-504, D-534). */
export const textRules = (status: number, save: Save, senderCode = 'DOMAIN_NOT_VERIFIED'): Case[] => [
  it('keeps every field within its limits', async (world) => {
    const owner = await world.own();
    for (const [field, value, code] of wrong) invalid(await save(owner, { [field]: value }), [field, code]);
    answered(
      await save(owner, { name: 'x'.repeat(200), subject: '😀'.repeat(998), body: 'x'.repeat(512 * 1024) }),
      status,
    );
  }),
  it('refuses a text that does not parse, with every error and its position', async (world) => {
    const reply = await save(await world.own(), {
      subject: 'Hi {{ name ?? there }}',
      body: '<p>\n  {% if a %}{{ b | bogus }}',
    });
    invalid(reply, ['subject', 'template_syntax'], ['body', 'template_syntax'], ['body', 'template_syntax']);
    includes(reply.body.error.errors[1], { message: "Tag 'if' is never closed (line 2, column 3)." });
    assert.deepEqual(
      reply.body.error.details.templateErrors.map((error: { field: string; line: number; column: number }) => [
        error.field,
        error.line,
        error.column,
      ]),
      [
        ['subject', 1, 15],
        ['body', 2, 3],
        ['body', 2, 20],
      ],
    );
    assert.equal(reply.body.error.suggestion, 'Write "there" in quotation marks.');
  }),
  it('refuses other tags, and texts past their limits', async (world) => {
    const owner = await world.own();
    for (const tag of ['include "x"', 'render "x"', 'layout "x"', 'liquid', 'increment n', 'tablerow a in b']) {
      invalid(await save(owner, { body: `{% ${tag} %}` }), ['body', 'template_syntax']);
    }
    const tooMany = await save(owner, { body: '{{a}}'.repeat(5_001) });
    invalid(tooMany, ['body', 'too_big']);
    assert.equal(tooMany.body.error.details, undefined);
    invalid(await save(owner, { body: '{% if a %}'.repeat(33) }), ['body', 'too_big']);
  }),
  it('accepts the whole template language', async (world) => {
    const body = `{{first name}}{{data["first name"] | upcase}}{{ a.b ?? c ?? "x" | default: 1 }}{% for i in (1..3) limit: 2 %}
      {{ forloop.index }}{% endfor %}{% case a %}{% when 1, 2 %}{% else %}{% endcase %}{% raw %}{{ {% endraw %}{% comment %}{{{% endcomment %}`;
    answered(await save(await world.own(), { body, subject: '{% if a %}A{% else %}B{% endif %}' }), status, { body });
  }),
  it('requires a sender on a verified domain, checked after everything else', async (world) => {
    const owner = await world.own();
    const details = { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.example' };
    const reply = await save(owner, { from: 'a@acme.example' });
    refused(reply, 403, senderCode, details);
    assert.match(reply.body.error.suggestion, /hello@postrider\.test/);
    invalid(await save(owner, { from: 'a@acme.example', body: '{{' }), ['body', 'template_syntax']);
    answered(await save(owner, { from: 'Hello@Postrider.test', replyTo: 'any@acme.example' }), status, {
      from: 'hello@postrider.test',
      replyTo: 'any@acme.example',
    });
  }),
];
