import { useInstanceConfig } from './account.ts';

/** The address apps call this instance by. */
export function useBaseUrl(): string {
  const { data } = useInstanceConfig();
  return data?.urls.api ?? window.location.origin;
}
