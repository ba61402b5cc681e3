import { domainOf } from '#pure/addresses';

export type Simulated = 'delivery' | 'open' | 'click' | 'bounce' | 'complaint';

/** One thing that happens to a test mail, so long after the one before. `scan`: pixel and links fetched by a machine. */
export interface Step {
  readonly afterSeconds: number;
  readonly kind: Simulated | 'scan';
}

const after = (afterSeconds: number, kind: Step['kind']): Step => ({ afterSeconds, kind });
const delivery = after(0, 'delivery');

/** What becomes of mail to the names of the sandbox domain, once it is captured (D-672). */
export const recipes = {
  delivered: [delivery],
  delayed: [delivery],
  bounced: [after(0, 'bounce')],
  complained: [delivery, after(1, 'complaint')],
  opened: [delivery, after(1, 'open')],
  clicked: [delivery, after(1, 'open'), after(1, 'click')],
  machine: [delivery, after(1, 'scan')],
  silent: [],
} as const satisfies Record<string, readonly Step[]>;

export type Recipe = keyof typeof recipes;

/** `name+label@` is `name@`; every other name, and every other test recipient, is `delivered@` (D-673). */
export function recipeOf(recipient: string, sandboxDomain: string): Recipe {
  if (domainOf(recipient) !== sandboxDomain) return 'delivered';
  const [name = ''] = recipient.split(/[+@]/, 1);
  return isRecipe(name) ? name : 'delivered';
}

export const isRecipe = (name: string): name is Recipe => Object.hasOwn(recipes, name);
