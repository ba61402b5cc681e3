import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.10.0 (2027-01-02)

### Added

- Ten.

## 1.1.0 (2026-12-01)

- One.
`;

test('the notes of a release are its part of the changelog, and no other', () => {
  expect(releaseNotes(changelog, '1.1.0')).toBe('- One.');
  expect(releaseNotes(changelog, '1.10.0')).toBe('### Added\n\n- Ten.');
});

test('a version without notes is not released', () => {
  expect(() => releaseNotes(changelog, '1.2.0')).toThrow('no notes about 1.2.0');
  expect(() => releaseNotes(changelog, '1.1')).toThrow('no notes about 1.1');
});
