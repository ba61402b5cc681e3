import { useCampaignStep } from '../../api/campaigns.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { undoSeconds } from './undo-seconds.ts';

/** Takes a campaign off the schedule and opens it where it is written. */
export function useUnschedule(campaignId: string): () => Promise<void> {
  const { project } = useProject();
  const { mutateAsync } = useCampaignStep(campaignId);
  const { say } = useToasts();
  const goTo = useGoTo();
  return async () => {
    try {
      await mutateAsync('unschedule');
      goTo(paths.composer(project.id, campaignId));
      say({ kind: 'good', message: 'It is a draft again. No mail has left.' });
    } catch (error) {
      say({ kind: 'bad', message: `It is still on its way. ${problemOf(error).message}` });
    }
  };
}

/** The bar with *Undo* that follows a send. */
export function useUndoOffer(campaignId: string): (name: string) => void {
  const unschedule = useUnschedule(campaignId);
  const { offerUndo } = useToasts();
  return (name) => {
    offerUndo({
      message: `“${name}” begins to leave in`,
      spoken: `“${name}” begins to leave in ${undoSeconds} seconds. It can be taken back until then.`,
      seconds: undoSeconds,
      onUndo: () => void unschedule(),
    });
  };
}
