import { hash } from 'node:crypto';

/** Derived from project and address, so it is known without a query. */
export function linkIdOf(projectId: string, url: string): string {
  const hex = hash('sha256', `${projectId}\n${url}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
