import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './launch-chromium.ts';
import { overlappingTexts } from './overlapping-texts.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const at = (top: number, text: string, style = ''): string =>
  `<p style="position:absolute; margin:0; left:0; top:${top}px; font:16px/1 sans-serif; ${style}">${text}</p>`;

const foundIn = async (body: string): Promise<unknown> => {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><body>${body}</body>`);
  const found = await page.evaluate<unknown[][]>(overlappingTexts);
  await page.close();
  return found.map(([one, other]) => [one, other]);
};

test.each([
  ['on another text', at(0, 'First') + at(5, 'Second')],
  ['below the lower edge of the window', at(5_000, 'First') + at(5_005, 'Second')],
  ['behind a tint', at(0, 'First') + at(5, 'Second', 'background:rgb(0 0 0 / 0.1)')],
  ['out of a box that is too small', `<div style="height:5px; line-height:1">First</div><div>Second</div>`],
])('a text %s is found', async (_where, body) => {
  expect(await foundIn(body)).toEqual([['First', 'Second']]);
});

test.each([
  ['beside another', at(0, 'First') + at(0, 'Second', 'left:300px')],
  ['on the next line', at(0, 'First') + at(14, 'Second')],
  ['behind something with a background', at(0, 'First') + at(5, 'Second', 'background:white')],
  ['that is cut away', `<div style="height:5px; overflow:hidden; line-height:1">First</div><div>Second</div>`],
  ['that is hidden', at(0, 'First') + at(5, 'Second', 'visibility:hidden')],
])('a text %s is none', async (_where, body) => {
  expect(await foundIn(body)).toEqual([]);
});
