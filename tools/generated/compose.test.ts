import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../../server/src/platform/config/schema.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { composePath, decidedByCompose } from './compose.ts';

const compose = await readFile(join(repositoryRoot, composePath), 'utf8');

/** The block that api, worker and inbound share. */
const shared = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('\nservices:'));

const passedOn = (name: string): boolean => new RegExp(`^  ${name}: .*\\$\\{${name}[:?-]`, 'm').test(shared);

test('every setting that a deployer needs reaches the containers', () => {
  const needed = Object.entries(settings)
    .filter(([name, { group }]) => group !== 'Testing' && !(name in decidedByCompose))
    .map(([name]) => name);

  expect(needed.filter((name) => !passedOn(name))).toEqual([]);
  for (const name of [
    'MAIL_RELAYS',
    'SECRET_KEYS_OLD',
    'SES_SNS_TOPIC_ARNS',
    'TRACKING_HOST',
    'INBOUND_TLS_CERT_FILE',
  ]) {
    expect(passedOn(name), name).toBe(true);
  }
});

test('what the compose file decides itself is a setting, set there or by default', () => {
  for (const name of Object.keys(decidedByCompose)) {
    expect(settings, name).toHaveProperty(name);
    const { fallback } = settings[name as keyof typeof settings];
    if (fallback === undefined) expect(shared).toMatch(new RegExp(`^  ${name}(_FILE)?: `, 'm'));
  }
});

test('no setting is listed twice, and every service that runs our code has them', () => {
  const names = [...shared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);

  expect(names.length).toBe(new Set(names).size);
  const services = compose.slice(compose.indexOf('\nservices:')).split(/\n {2}(?=[a-z]+:\n)/);
  const ours = services.filter((text) => text.includes('<<: *postrider'));
  expect(ours).toHaveLength(4);
  for (const text of ours) expect(text).toContain('*settings');
});

test('no password is set in the file, and none is asked for before the first start', () => {
  expect(compose).not.toMatch(/\$\{[A-Z_]+:?\?/);
  expect(compose.match(/^ +(?:SECRET_KEY|[A-Z_]*PASSWORD): (?!\$\{[A-Z_]+:-\}$).*/gm)).toBeNull();
});
