import { expect, test } from 'vitest';
import { recipeOf } from './recipes.ts';

test.for([
  ['delivered@postrider.test', 'delivered'],
  ['bounced@postrider.test', 'bounced'],
  ['bounced+42@postrider.test', 'bounced'],
  ['silent+a+b@postrider.test', 'silent'],
  ['anybody@postrider.test', 'delivered'],
  ['constructor@postrider.test', 'delivered'],
  ['bounced@example.com', 'delivered'],
  ['bounced@mail.postrider.test', 'delivered'],
])('%s is %s (D-672, D-673)', ([recipient = '', recipe]) => {
  expect(recipeOf(recipient, 'postrider.test')).toBe(recipe);
});
