import { createConfig, lint } from '@redocly/openapi-core';

/** What the linter says of the contract. */
export async function lintDocument(path: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Our users asked for these paths (`/domains/project/:id` beside `/domains/:id/verify`); routes with more fixed parts come first.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const problems = await lint({ ref: path, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer ?? ''} ${message}`);
}
