import type { Locator, Page } from 'playwright-core';

/** Someone who uses a page, and what it costs them. */
export interface Person {
  clicks: number;
  fields: number;
  type(field: Locator, text: string): Promise<void>;
  click(target: Locator): Promise<void>;
  /** How long a person takes for what was done so far, beside the time of the machine. */
  seconds(): number;
}

/** A slow typist who looks before each step. */
const secondsPerCharacter = 0.3;
const secondsPerStep = 2;

/** Counts as a person would: the first field is reached by a click, the next ones by Tab. */
export function personAt(page: Page): Person {
  let characters = 0;
  const person: Person = {
    clicks: 0,
    fields: 0,
    async type(field, text) {
      if (person.fields === 0) await person.click(field);
      else await field.focus();
      await page.keyboard.type(text);
      person.fields += 1;
      characters += text.length;
    },
    async click(target) {
      await target.click();
      person.clicks += 1;
    },
    seconds: () => characters * secondsPerCharacter + (person.clicks + person.fields) * secondsPerStep,
  };
  return person;
}
