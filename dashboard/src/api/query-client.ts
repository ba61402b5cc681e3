import { ApiError } from '@postrider/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteSessionEnd } from './session-end.ts';

const onError = (error: unknown) => {
  if (error instanceof ApiError && error.statusCode === 401) noteSessionEnd();
};

/** Why no repeats here: the SDK repeats what may be repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => meta?.isAnonymous || onError(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => meta?.isAnonymous || onError(error),
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
