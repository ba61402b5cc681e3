import { useCallback, useState } from 'react';

const maxColumns = 60;
const nameOf = (projectId: string): string => `postrider-contact-columns-${projectId}`;

/** The columns a person chose in this browser for this project; null if none were chosen. */
export function useColumnChoice(projectId: string): [readonly string[] | null, (chosen: readonly string[]) => void] {
  const [choice, setChoice] = useState(() => ({ projectId, chosen: kept(projectId) }));
  const chosen = choice.projectId === projectId ? choice.chosen : kept(projectId);
  const choose = useCallback(
    (next: readonly string[]) => {
      setChoice({ projectId, chosen: next });
      try {
        localStorage.setItem(nameOf(projectId), JSON.stringify(next.slice(0, maxColumns)));
      } catch {
        // then the choice lasts for this page
      }
    },
    [projectId],
  );
  return [chosen, choose];
}

function kept(projectId: string): readonly string[] | null {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(nameOf(projectId)) ?? 'null');
    return Array.isArray(read) ? read.filter((key) => typeof key === 'string').slice(0, maxColumns) : null;
  } catch {
    return null; // storage is refused, or holds something else
  }
}
