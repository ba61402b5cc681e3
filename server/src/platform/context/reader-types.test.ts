import { expectTypeOf, test } from 'vitest';
import type { InstanceReader, InstanceTx, ProjectReader, ProjectTx } from './context.ts';

test('code that only reads does not compile when it writes', () => {
  expectTypeOf<ProjectReader['db']>().not.toHaveProperty('insertInto');
  expectTypeOf<ProjectReader['db']>().not.toHaveProperty('updateTable');
  expectTypeOf<ProjectReader['db']>().not.toHaveProperty('deleteFrom');
  expectTypeOf<InstanceReader['db']>().not.toHaveProperty('insertInto');
  expectTypeOf<ProjectTx['db']>().toHaveProperty('insertInto');
  expectTypeOf<InstanceTx['db']>().toHaveProperty('deleteFrom');
});
