import { roles, start } from './app/index.ts';

const role = process.argv[2] ?? 'all';
const chosen = roles.find((name) => name === role);
if (!chosen) {
  console.error(`Unknown role ${role}. Use one of: ${roles.join(', ')}.`);
  process.exit(2);
}
await start(chosen);
