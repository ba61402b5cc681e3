import { ApiError, type Body, type Reply } from '@postrider/sdk';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keepFirstSecret } from './first-secret.ts';
import type { Project } from './project.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';
import { noteSessionEnd, noteSessionStart } from './session-end.ts';

export type User = Reply<'GET /users/@me'>;
export type InstanceConfig = Reply<'GET /config'>;

/** The signed-in person; null if nobody is. */
export const useUser = (): UseQueryResult<User | null> =>
  useQuery({
    queryKey: ['user'],
    queryFn: async ({ signal }) => {
      try {
        return await session.user.get({ signal });
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode !== 401) throw error;
        // A session that ends while its page is open is renewed in place; what was typed stays.
        const known = queryClient.getQueryData<User | null>(['user']) ?? null;
        if (known) noteSessionEnd();
        return known;
      }
    },
    staleTime: 60_000,
  });

export const useInstanceConfig = (): UseQueryResult<InstanceConfig> =>
  useQuery({ queryKey: ['config'], queryFn: ({ signal }) => session.instance.config({ signal }), staleTime: 60_000 });

export const useProjects = (isEnabled = true): UseQueryResult<readonly Project[]> =>
  useQuery({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => await session.projects.list({ signal }),
    enabled: isEnabled,
    staleTime: 30_000,
  });

/** A call that opens a session: everything shown before belongs to nobody, or to another person. */
function useSignIn<Input, T>(call: (input: Input) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { isAnonymous: true },
    onSuccess: async () => {
      noteSessionStart();
      // What nobody looks at may belong to the person before.
      client.removeQueries({ type: 'inactive' });
      await client.invalidateQueries();
    },
  });
}

export const useLogin = () => useSignIn((body: Body<'POST /auth/login'>) => session.auth.login(body));

export const useSignUp = () =>
  useSignIn(async (body: Body<'POST /auth/signup'>) => {
    const user = await session.auth.signup(body);
    if (user.project?.secret) keepFirstSecret(user.project.id, user.project.secret);
    return user;
  });

/** Afterwards the page must be loaded anew: this tab's memory holds what the person saw. */
export const useLogout = () => useMutation({ mutationFn: () => session.auth.logout() });

export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<'POST /users/@me/projects'>) => {
      const project = await session.projects.create(body);
      keepFirstSecret(project.id, project.secret);
      return project;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['projects'] }),
  });
}

export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (email: string) => session.auth.requestPasswordReset({ email }),
    meta: { isAnonymous: true },
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: Body<'POST /auth/reset-password'>) => session.auth.resetPassword(body),
    meta: { isAnonymous: true },
  });

export const useVerifyEmail = () =>
  useMutation({
    mutationFn: (body: Body<'POST /auth/verify-email'>) => session.auth.verifyEmail(body),
    meta: { isAnonymous: true },
  });

export const useRequestVerification = () => useMutation({ mutationFn: () => session.auth.requestVerification() });

export const useSignInProviders = () =>
  useQuery({ queryKey: ['providers'], queryFn: ({ signal }) => session.auth.providers({ signal }) });

export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => session.invitations.get(token, { signal }),
    meta: { isAnonymous: true },
  });

export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => session.invitations.accept(token),
    onSuccess: () => client.invalidateQueries({ queryKey: ['projects'] }),
  });
}
