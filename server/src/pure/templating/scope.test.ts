import { expect, test } from 'vitest';
import { render } from './render.ts';
import { buildScope, localesOf } from './scope.ts';

const settings = { mode: 'text', now: new Date(0), locale: 'en' } as const;
const contact = { id: '1', email: 'ada@example.com', data: { plan: 'contact', data: 'odd', city: 'Bonn' } };
const links = { unsubscribeUrl: 'https://x/u', subscribeUrl: 'https://x/s', manageUrl: 'https://x/m' };

test('the send overrides the execution, which overrides the contact; the service overrides all (D-524)', () => {
  const scope = buildScope({
    contact,
    links,
    once: { plan: 'send' },
    event: { plan: 'event', step: 1, email: 'no' },
    language: 'de',
  });
  const source =
    '{{plan}} {{step}} {{city}} {{event.plan}} {{data.plan}} {{data["data"]}} {{email}} {{manageUrl}} {{locale}}';

  expect(render(source, scope, settings).text).toBe('send 1 Bonn event send odd ada@example.com https://x/m de');
});

test("without an execution there is no event, and a contact's own locale counts", () => {
  const scope = buildScope({ contact: { ...contact, data: { locale: 'fr' } }, links, language: 'de' });

  expect(render('{{event}}{{locale}}', scope, settings).text).toBe('fr');
  expect(localesOf(scope, 'de')).toEqual(['fr', 'de']);
});

test('a value of null for this send hides the stored one (D-524)', () => {
  const scope = buildScope({ contact, links, once: { plan: null, locale: null }, language: 'de' });

  expect(render('{{plan ?? "none"}} {{locale}}', scope, settings).text).toBe('none de');
});

test('scopes have no prototype', () => {
  expect(Object.getPrototypeOf(buildScope({ contact, links, language: 'en' }))).toBeNull();
});
