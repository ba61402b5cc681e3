import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useProject } from './project.ts';

/**
 * The address at which a frame shows this HTML, without remote images unless they are wanted. It serves for a minute,
 * so it is made anew whenever the frame is: nothing is kept.
 */
export function usePreview(html: string | null, hasImages: boolean): UseQueryResult<string> {
  const { project, session } = useProject();
  return useQuery({
    queryKey: [project.id, 'previews', html, hasImages],
    queryFn: async ({ signal }) => {
      const { url } = await session.previews.create({ html: html ?? '' }, { signal });
      return `${new URL(url).pathname}${hasImages ? '' : '?images=off'}`;
    },
    enabled: html !== null,
    gcTime: 0,
    // Why: a frame that is made anew loses its place; only a person asks for it again.
    staleTime: 'static',
  });
}
