import type { Route } from './route.ts';

export const usualBodyBytes = 1024 * 1024;
const accountBodyBytes = 16 * 1024;

/**
 * Why less for accounts: what a person types into a form fits into 16 KB, and no more is read of a stranger.
 * Bodies that others shape (signed notices, one-click forms) are not ours to bound so tightly.
 */
export function bodyLimitOf({ bodyLimitBytes, access, takesAnyBody = false }: Route): number {
  const isAccountForm = !takesAnyBody && access !== 'secret' && access !== 'public';
  return bodyLimitBytes ?? (isAccountForm ? accountBodyBytes : usualBodyBytes);
}
