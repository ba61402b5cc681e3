import type { Body, Item } from '@postrider/sdk';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { User } from './account.ts';
import { session } from './session.ts';

export type SignedInPlace = Item<'GET /users/@me/sessions'>;

const placesKey = ['sessions'];

export const useSignedInPlaces = (): UseQueryResult<readonly SignedInPlace[]> =>
  useQuery({ queryKey: placesKey, queryFn: async ({ signal }) => await session.user.sessions({ signal }) });

/** Ends these sessions one after the other; what was ended stays ended when a later one fails. */
export function useEndSessions(): UseMutationResult<void, Error, readonly string[]> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids) => {
      for (const id of ids) await session.user.endSession(id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: placesKey }),
  });
}

export function useChangeName(): UseMutationResult<User, Error, string | null> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name) => session.user.update({ name }),
    onSuccess: (user) => client.setQueryData(['user'], user),
  });
}

export function useChangePassword(): UseMutationResult<unknown, Error, Body<'POST /users/@me/password'>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body) => session.user.changePassword(body),
    // Why: 401 is a wrong current password here, not the end of the session.
    meta: { isAnonymous: true },
    onSuccess: () => client.invalidateQueries({ queryKey: placesKey }),
  });
}

export function useDeleteAccount(): UseMutationResult<undefined, Error, string | null> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password) => session.user.delete(password === null ? {} : { password }),
    meta: { isAnonymous: true },
    onSuccess: () => client.clear(),
  });
}
