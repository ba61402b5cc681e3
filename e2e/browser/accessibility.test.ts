import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './accessibility.ts';
import { launchChromium } from './launch-chromium.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Test</title></head><body><main><h1>Test</h1>${body}</main></body></html>`;

test('a button without a name is found, and a page without such faults has no finding', async () => {
  const page = await browser.newPage();
  await page.setContent(pageWith('<button></button>'));
  const found = await axe(page);
  await page.setContent(pageWith('<button>Send</button>'));

  expect(found).toEqual([{ rule: 'button-name', impact: 'critical', elements: ['button'] }]);
  expect(await axe(page)).toEqual([]);
});
