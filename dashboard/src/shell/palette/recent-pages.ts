/** A page that was opened, as the palette shows it again. */
export interface RecentPage {
  readonly address: string;
  readonly title: string;
}

const max = 8;
const pages = new Map<string, readonly RecentPage[]>();

/** Kept in this tab's memory only: titles may hold names and addresses of people. */
export function noteRecentPage(projectId: string, page: RecentPage): void {
  const others = (pages.get(projectId) ?? []).filter(({ address }) => address !== page.address);
  pages.set(projectId, [page, ...others].slice(0, max));
}

export const recentPagesOf = (projectId: string): readonly RecentPage[] => pages.get(projectId) ?? [];
