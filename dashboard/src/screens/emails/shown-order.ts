/** The mails of the list as it was last shown in this tab, so that a mail has a mail before it and one after it. */
let shown: { readonly projectId: string; readonly ids: readonly string[] } = { projectId: '', ids: [] };

export const rememberOrder = (projectId: string, ids: readonly string[]): void => {
  shown = { projectId, ids };
};

export interface Neighbours {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function neighboursOf(projectId: string, id: string, fallback: readonly string[]): Neighbours {
  const remembered = shown.projectId === projectId && shown.ids.includes(id) ? shown.ids : fallback;
  const place = remembered.indexOf(id);
  return place === -1
    ? { before: undefined, after: undefined }
    : { before: remembered[place - 1], after: remembered[place + 1] };
}
