import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

export type GoTo = (address: string, options?: { readonly replace?: boolean }) => void;

/** Opens a page by its address, as `paths` gives it. */
export function useGoTo(): GoTo {
  const { history } = useRouter();
  return useCallback<GoTo>(
    (address, { replace = false } = {}) => (replace ? history.replace(address) : history.push(address)),
    [history],
  );
}
