import { expect, test } from 'vitest';
import { noId } from './dispatch.ts';
import { makeRotation } from './rotation.ts';

const look = { isSweep: false };
const sweep = { isSweep: true };
const row = (projectId: string, dueAt: number, id = 'a') => ({ projectId, id, dueAt, claims: 1 });
const projectsOf = (turn: { places: readonly { projectId: string }[] }) => turn.places.map((place) => place.projectId);

test('every project has its turn before the first has another', () => {
  const rotation = makeRotation();
  for (const project of ['a', 'b', 'c']) rotation.found(project, 10, look);

  const seen = [1, 2, 3, 4].map(() => {
    const turn = rotation.next(1, 1);
    rotation.settle(
      turn,
      turn.places.map((place) => row(place.projectId, 10)),
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

  expect(rotation.next(9, 4)).toMatchObject({ places: [{ projectId: 'a' }, { projectId: 'b' }], share: 4 });
  expect(rotation.next(20, 4)).toMatchObject({ places: [{ projectId: 'c' }, { projectId: 'd' }], share: 10 });
});

test('a project that gave less than its share leaves the rotation', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);

  rotation.settle(rotation.next(4, 4), [row('a', 10), row('a', 11)]);

  expect(rotation.size).toBe(0);
});

test('the next claim goes on behind the last row, also among rows due at the same moment', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);

  rotation.settle(rotation.next(3, 3), [row('a', 11, 'x'), row('a', 11, 'z'), row('a', 11, 'y')]);

  expect(rotation.next(3, 3).places).toEqual([{ projectId: 'a', at: 11, id: 'z' }]);
});

test('a row committed late moves the place back', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);
  rotation.settle(rotation.next(1, 1), [row('a', 20, 'x')]);

  rotation.found('a', 20, look);
  expect(rotation.next(1, 1).places).toEqual([{ projectId: 'a', at: 20, id: 'x' }]);

  rotation.found('a', 20, look);
  rotation.settle(rotation.next(1, 1), [row('a', 20, 'x')]);
  rotation.found('a', 20, sweep);
  expect(rotation.next(1, 1).places).toEqual([{ projectId: 'a', at: 20, id: noId }]);

  rotation.found('a', 15, look);
  expect(rotation.next(1, 1).places).toEqual([{ projectId: 'a', at: 15, id: noId }]);
});

test('a claim that failed leaves the projects where they were', () => {
  const rotation = makeRotation();
  rotation.found('a', 10, look);

  rotation.putBack(rotation.next(1, 1));

  expect(rotation.next(1, 1).places).toEqual([{ projectId: 'a', at: 10, id: noId }]);
});
