import type { PostriderSession, Reply } from '@postrider/sdk';
import {
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';

export type Project = Reply<'GET /users/@me/projects'>[number];
export type Role = Project['role'];

interface OpenProject {
  readonly project: Project;
  readonly session: PostriderSession;
}

const ProjectContext = createContext<OpenProject | null>(null);
export const ProjectProvider = ProjectContext.Provider;

/** The project of this page, and the session that calls about it go through. */
export function useProject(): OpenProject {
  const open = useContext(ProjectContext);
  if (!open) throw new Error('this screen is not inside a project');
  return open;
}

const ranks: Readonly<Record<Role, number>> = { MEMBER: 0, ADMIN: 1, OWNER: 2 };

/** Whether the signed-in person holds this role in the project, or a higher one. */
export const useMay = (role: Role): boolean => ranks[useProject().project.role] >= ranks[role];

interface ReadOptions<T> {
  readonly isEnabled?: boolean;
  readonly refetchMs?: number | false | ((data: T | undefined) => number | false);
  /** Show the rows of the last query until those of the new one are here. */
  readonly keepsPrevious?: boolean;
  readonly staleMs?: number;
}

/** Reads something of the project. Keys begin with the project's id, so that nothing of another project is shown. */
export function useProjectQuery<T>(
  key: QueryKey,
  read: (session: PostriderSession, signal: AbortSignal) => PromiseLike<T>,
  { isEnabled = true, refetchMs, keepsPrevious = false, staleMs }: ReadOptions<T> = {},
): UseQueryResult<T> {
  const { project, session } = useProject();
  return useQuery({
    queryKey: [project.id, ...key],
    queryFn: async ({ signal }): Promise<T> => await read(session, signal),
    enabled: isEnabled,
    ...(refetchMs !== undefined && {
      refetchInterval:
        typeof refetchMs === 'function'
          ? (query: { state: { data: unknown } }) => refetchMs(query.state.data as T | undefined) // what queryFn gave
          : refetchMs,
    }),
    ...(keepsPrevious && { placeholderData: (previous: unknown) => previous as never }), // of the same query, as it was
    ...(staleMs !== undefined && { staleTime: staleMs }),
  });
}

/** Changes something of the project; what it makes stale is read again. */
export function useProjectChange<Input, T>(
  write: (session: PostriderSession, input: Input) => Promise<T>,
  stale: readonly QueryKey[] | ((input: Input, result: T) => readonly QueryKey[]) = [],
): UseMutationResult<T, Error, Input> {
  const { project, session } = useProject();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(session, input),
    onSuccess: async (result, input) => {
      const keys = typeof stale === 'function' ? stale(input, result) : stale;
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [project.id, ...key] })));
    },
  });
}

/** Makes readings of the project stale, so that they are read again where they are shown. */
export function useReadAgain(): (keys: readonly QueryKey[]) => void {
  const { project } = useProject();
  const client = useQueryClient();
  return useCallback(
    (keys) => {
      for (const key of keys) client.invalidateQueries({ queryKey: [project.id, ...key] }).catch(reportError);
    },
    [client, project.id],
  );
}
