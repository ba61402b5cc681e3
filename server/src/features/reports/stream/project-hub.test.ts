import { expect, test } from 'vitest';
import type { ProjectContext } from '#platform/context';
import { ProjectHub } from './project-hub.ts';

/** A hub whose reads end as given, one after the other. */
function hubOf(...reads: (() => Promise<[string, []]>)[]) {
  const delivered: string[] = [];
  const warnings: string[] = [];
  const ctx = {
    read: () => reads.shift()?.(),
    log: { warn: (_fields: object, text: string) => warnings.push(text) },
  } as unknown as ProjectContext; // all that a hub uses of it
  const hub = new ProjectHub(ctx, 0);
  hub.members.add({ deliver: (part) => delivered.push(part.toString()) });
  return { hub, delivered, warnings };
}

const nothing = async (): Promise<[string, []]> => ['', []];

test('a wake-up while the look is under way is not lost: the hub is read once more', async () => {
  const { hub } = hubOf(nothing, nothing);
  hub.wake();
  hub.beginLook();
  hub.wake();

  await hub.advance({ lookedMs: 10, safeMs: 10 });
  expect(hub.isDirty).toBe(true);
  hub.beginLook();
  await hub.advance({ lookedMs: 20, safeMs: 20 });
  expect(hub.isDirty).toBe(false);
});

test('a read that fails is repeated later, and what it would have sent is sent once', async () => {
  const { hub, delivered, warnings } = hubOf(
    () => Promise.reject(new Error('no connection')),
    async () => ['one', []],
  );
  hub.wake();
  hub.beginLook();

  await hub.advance({ lookedMs: 10, safeMs: 10 });
  expect({ isDirty: hub.isDirty, hasFailed: hub.hasFailed, waits: hub.waitMs > 0, cursorMs: hub.cursorMs }).toEqual({
    isDirty: true,
    hasFailed: true,
    waits: true,
    cursorMs: 0,
  });
  expect(warnings).toEqual(['a stream could not be read']);
  await hub.advance({ lookedMs: 20, safeMs: 20 });

  expect(delivered).toEqual(['one']);
  expect({ isDirty: hub.isDirty, hasFailed: hub.hasFailed, cursorMs: hub.cursorMs }).toEqual({
    isDirty: false,
    hasFailed: false,
    cursorMs: 20,
  });
});
