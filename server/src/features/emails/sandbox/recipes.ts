import { domainOf } from '#pure/addresses';

export type SimulatedKind = 'delivery' | 'open' | 'click' | 'bounce' | 'complaint';

/** One step of a test mail, some seconds after the previous one. `scan`: pixel and links fetched by a machine. */
export interface RecipeStep {
  readonly afterSeconds: number;
  readonly kind: SimulatedKind | 'scan';
}

const after = (afterSeconds: number, kind: RecipeStep['kind']): RecipeStep => ({ afterSeconds, kind });
const delivery = after(0, 'delivery');

/** The steps of captured mail to the names of the sandbox domain (D-672). */
export const recipes = {
  delivered: [delivery],
  delayed: [delivery],
  bounced: [after(0, 'bounce')],
  complained: [delivery, after(1, 'complaint')],
  opened: [delivery, after(1, 'open')],
  clicked: [delivery, after(1, 'open'), after(1, 'click')],
  machine: [delivery, after(1, 'scan')],
  silent: [],
} as const satisfies Record<string, readonly RecipeStep[]>;

export type Recipe = keyof typeof recipes;

/** `name+label@` is `name@`; every other name, and every other test recipient, is `delivered@` (D-673). */
export function recipeOf(recipient: string, sandboxDomain: string): Recipe {
  if (domainOf(recipient) !== sandboxDomain) return 'delivered';
  const [name = ''] = recipient.split(/[+@]/, 1);
  return isRecipe(name) ? name : 'delivered';
}

export const isRecipe = (name: string): name is Recipe => Object.hasOwn(recipes, name);
