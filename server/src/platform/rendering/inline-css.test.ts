import { expect, test } from 'vitest';
import { inlineCss } from './inline-css.ts';

const css = '<style>p{color:red} .x{width:{{w}}px}</style>';

test('outputs and tags keep their bytes wherever they are', () => {
  const body = `${css}<table>{% for i in items %}<tr class='x'><td>{% if a > 1 and b < "2" %}{{ i.title | replace: "<", '>' }}{% endif %}</td></tr>{% endfor %}</table><p title="{{ a ?? "b" }}">{%- raw -%}{{ x }}{% endraw %}{% comment %}<p>{% endcomment %}</p><img src={{url}}><a href="{{ manageUrl }}?a=1&b=2">{{ "}}" }}</a>`;

  expect(inlineCss(body)).toBe(
    `<table>{% for i in items %}<tr class="x" style="width: {{w}}px;"><td>{% if a > 1 and b < "2" %}{{ i.title | replace: "<", '>' }}{% endif %}</td></tr>{% endfor %}</table><p title="{{ a ?? "b" }}" style="color: red;">{%- raw -%}{{ x }}{% endraw %}{% comment %}<p>{% endcomment %}</p><img src="{{url}}"><a href="{{ manageUrl }}?a=1&b=2">{{ "}}" }}</a>`,
  );
});

test('media queries stay in a style element', () => {
  const inlined = inlineCss('<style>p{color:red}@media (max-width:600px){p{color:blue}}</style><p>x</p>');

  expect(inlined).toContain('<p style="color: red;">');
  expect(inlined).toContain('@media (max-width:600px)');
});

test.each([
  ['there is no style sheet', '<p style="color:red">x</p>'],
  ['a tag is inside the style sheet', '<style>{% if dark %}p{color:red}{% endif %}</style><p>x</p>'],
  ['a tag opens one of two elements', `${css}{% if a %}<div>{% else %}<div class="x">{% endif %}<p>x</p></div>`],
  ['an attribute is conditional', `${css}<p {% if a %}class="x"{% endif %}>x</p>`],
  ['a class is printed', `${css}<p class="a {{b}}">x</p>`],
  ['an element is left open', `${css}<p>one<p>two`],
  ['an output names an element', `${css}<{{tag}}>x</{{tag}}>`],
  ['the text does not parse', `${css}<p>{{</p>`],
  [
    'the result would be larger than a text may be',
    `<style>p{background:${'x'.repeat(2_000)}}</style>${'<p>x</p>'.repeat(300)}`,
  ],
])('nothing is changed when %s', (_why, body) => {
  expect(inlineCss(body)).toBeNull();
});

test('conditional comments for old mail clients stay', () => {
  const inlined = inlineCss(
    `${css}<!--[if mso]><table><tr><td><![endif]--><p>x</p><!--[if mso]></td></tr></table><![endif]-->`,
  );
  expect(inlined).toContain('<!--[if mso]><table><tr><td><![endif]--><p style="color: red;">x</p>');
});
