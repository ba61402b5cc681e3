import { useDuplicateCampaign } from '../../api/campaigns.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';

/** Makes a new draft of a campaign and opens it; `excludeReached` leaves out those to whom a mail was handed over. */
export function useCopyCampaign(id: string): (options: { readonly excludeReached: boolean }) => Promise<void> {
  const { project } = useProject();
  const { mutateAsync } = useDuplicateCampaign();
  const { say } = useToasts();
  const goTo = useGoTo();
  return async ({ excludeReached }) => {
    try {
      const made = await mutateAsync({ id, excludeReached });
      goTo(paths.composer(project.id, made.id));
      say({ kind: 'good', message: `“${made.name}” was made and is open now.` });
    } catch (error) {
      say({ kind: 'bad', message: `The campaign was not copied. ${problemOf(error).message}` });
    }
  };
}
