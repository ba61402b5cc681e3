import { expect, it } from 'vitest';
import { noteLines } from './note-lines.ts';

it.each([
  [200, ['about 42 % of 31 delivered']],
  [133, ['about 42 % of 31', 'delivered']],
  [80, ['about 42 %', 'of 31', 'delivered']],
  [10, ['about', '42', '%', 'of', '31', 'delivered']],
])('a note breaks between its words when there are %i pixels', (width, lines) => {
  expect(noteLines('about 42 % of 31 delivered', width)).toEqual(lines);
});
