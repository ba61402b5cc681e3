import { expect, test } from 'vitest';
import { nilId } from '#platform/ids';
import { makeRotation } from './rotation.ts';

const look = { isSweep: false };
const sweep = { isSweep: true };
const row = (projectId: string, dueAt: number, id = 'a') => ({ projectId, id, dueAt, claims: 1 });
const projectsOf = (turn: { positions: readonly { projectId: string }[] }) =>
  turn.positions.map((position) => position.projectId);

test('every project has its turn before the first has another', () => {
  const rotation = makeRotation();
  for (const project of ['a', 'b', 'c']) rotation.found(project, 10, look);

  const seen = [1, 2, 3, 4].map(() => {
    const turn = rotation.next(1, 1);
    rotation.settle(
      turn,
      turn.positions.map((position) => row(position.projectId, 10)),
    );
    return projectsOf(turn)[0];
  });

  expect(seen).toEqual(['a', 'b', 'c', 'a']);
});

test('a project found again keeps its turn', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);
  rotation.found('b', 10, look);

  rotation.found('a', 5, look);

  expect(projectsOf(rotation.next(1, 1))).toEqual(['a']);
});

test('the rows of a claim are spread over as many projects as get a share', () => {
  const rotation = makeRotation();
  for (const project of ['a', 'b', 'c', 'd']) rotation.found(project, 10, look);

  expect(rotation.next(9, 4)).toMatchObject({ positions: [{ projectId: 'a' }, { projectId: 'b' }], share: 4 });
  expect(rotation.next(20, 4)).toMatchObject({ positions: [{ projectId: 'c' }, { projectId: 'd' }], share: 10 });
});

test('a project with fewer rows than its share leaves the rotation', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);

  rotation.settle(rotation.next(4, 4), [row('a', 10), row('a', 11)]);

  expect(rotation.size).toBe(0);
});

test('the next claim continues behind the last row, also among rows due at the same moment', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);

  rotation.settle(rotation.next(3, 3), [row('a', 11, 'x'), row('a', 11, 'z'), row('a', 11, 'y')]);

  expect(rotation.next(3, 3).positions).toEqual([{ projectId: 'a', at: 11, id: 'z' }]);
});

test('a row committed late moves the position back', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);
  rotation.settle(rotation.next(1, 1), [row('a', 20, 'x')]);

  rotation.found('a', 20, look);
  expect(rotation.next(1, 1).positions).toEqual([{ projectId: 'a', at: 20, id: 'x' }]);

  rotation.found('a', 20, look);
  rotation.settle(rotation.next(1, 1), [row('a', 20, 'x')]);
  rotation.found('a', 20, sweep);
  expect(rotation.next(1, 1).positions).toEqual([{ projectId: 'a', at: 20, id: nilId }]);

  rotation.found('a', 15, look);
  expect(rotation.next(1, 1).positions).toEqual([{ projectId: 'a', at: 15, id: nilId }]);
});

test('a claim that failed leaves the projects where they were', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);

  rotation.putBack(rotation.next(1, 1));

  expect(rotation.next(1, 1).positions).toEqual([{ projectId: 'a', at: 10, id: nilId }]);
});
