import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyboard } from './keyboard.ts';
import { launchChromium } from './launch-chromium.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Test</title></head><body><main><h1>Test</h1>${body}</main></body></html>`;

test('a keyboard reaches what has the focus in turn, counts its presses, and says what it cannot reach', async () => {
  const page = await browser.newPage();
  await page.setContent(pageWith('<a href="#a">First</a><button>Send</button><button tabindex="-1">Hidden</button>'));
  const keys = keyboard(page);

  await keys.tabTo('button', 'Send');

  expect(keys.presses).toBe(2);
  await expect(keys.tabTo('button', 'Hidden')).rejects.toThrow('no button "Hidden" gets the focus by Tab');
});
