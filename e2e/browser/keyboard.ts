import type { Page } from 'playwright-core';

/** A person without a pointer: presses keys, counts them, and knows what has the focus. */
export interface Keyboard {
  readonly presses: number;
  press(...keys: readonly string[]): Promise<void>;
  /** Presses Tab until an element with this role and name has the focus. Fails after as many presses as a page has no elements. */
  tabTo(role: FocusRole, name: string): Promise<void>;
  /** Counted as text, not as presses. */
  type(text: string): Promise<void>;
}

type FocusRole = Parameters<Page['getByRole']>[0];

const maxTabs = 150;

export function keyboard(page: Page): Keyboard {
  let presses = 0;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      presses += 1;
      await page.keyboard.press(key);
    }
  };
  return {
    get presses() {
      return presses;
    },
    press,
    async tabTo(role, name) {
      const focused = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
      for (let tabs = 0; tabs < maxTabs; tabs += 1) {
        if ((await focused.count()) > 0) return;
        await press('Tab');
      }
      throw new Error(`no ${role} "${name}" gets the focus by Tab`);
    },
    type: (text) => page.keyboard.type(text),
  };
}
