import { limits } from '#pure/limits';
import type { Route } from './route.ts';

/**
 * Why less for accounts: what a person types into a form fits into 16 KB, and no more is read of an unknown caller.
 * Bodies whose format others define (signed notices, one-click forms) get the usual limit.
 */
export function bodyLimitOf({ bodyLimitBytes, access, takesAnyBody = false }: Route): number {
  const isAccountForm = !takesAnyBody && access !== 'secret' && access !== 'public';
  return bodyLimitBytes ?? (isAccountForm ? limits.accountBodyBytes : limits.bodyBytes);
}
