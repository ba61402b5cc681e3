import { expect, test } from 'vitest';
import { completeLockfile } from './complete-lockfile.ts';

test('packages of other platforms are added with the version their parent asks for', () => {
  const lockfile = {
    lockfileVersion: 3,
    packages: {
      'node_modules/lint': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: {
          '@lint/linux-x64': '1.0.0',
          '@lint/linux-x64-musl': '1.0.0',
          '@lint/darwin-arm64': '1.0.0',
        },
      },
      'node_modules/@lint/linux-x64': { version: '1.0.0' },
    },
  };

  expect(completeLockfile(lockfile)).toEqual({
    lockfileVersion: 3,
    packages: {
      ...lockfile.packages,
      'node_modules/@lint/darwin-arm64': {
        version: '1.0.0',
        cpu: ['arm64'],
        dev: true,
        optional: true,
        os: ['darwin'],
      },
      'node_modules/@lint/linux-x64-musl': {
        version: '1.0.0',
        cpu: ['x64'],
        dev: true,
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      },
    },
  });
});

test('a complete lockfile stays as it is, and so does an optional dependency on a range', () => {
  const lockfile = { packages: { 'node_modules/a': { optionalDependencies: { b: '^1.0.0' } } } };

  expect(completeLockfile(lockfile)).toEqual(lockfile);
});
