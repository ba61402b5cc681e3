import { Invalid } from '#platform/refusals';

/** What is sent as a confirmation must be the name of the project. */
export function requireName(confirm: string | undefined, name: string): void {
  if (confirm === undefined || confirm === name) return;
  throw Invalid([
    { field: 'confirm', message: 'Must equal the name of the project.', code: 'custom', received: confirm },
  ]);
}
